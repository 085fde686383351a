/* zlib on standard input:
 *   zlib pack LEVEL STRATEGY WINDOW   the compressed stream, in hexadecimal
 *   zlib round LEVEL STRATEGY WINDOW  compresses and decompresses in small steps; sizes and checksums
 *   zlib unpack HEX                   decompresses what the argument says
 *   zlib gz NAME                      writes a gzip file, reads it back line by line
 *   zlib sums                         checksums, whole and combined */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static unsigned char *input;
static size_t length;

static void read_input(void) {
    size_t room = 1 << 12, got;
    input = malloc(room);
    while ((got = fread(input + length, 1, room - length, stdin)) > 0) {
        length += got;
        if (length == room)
            input = realloc(input, room *= 2);
    }
}

static int check(int status, const char *what, z_stream *stream) {
    if (status < 0) {
        printf("%s: %d %s\n", what, status, stream->msg ? stream->msg : "-");
        exit(1);
    }
    return status;
}

static unsigned char *pack(char **options, size_t *size, size_t step) {
    z_stream stream = {0};
    check(deflateInit2(&stream, atoi(options[0]), Z_DEFLATED, atoi(options[2]), 8, atoi(options[1])), "init", &stream);
    size_t room = deflateBound(&stream, length) + 64;
    unsigned char *out = malloc(room);
    stream.next_in = input;
    stream.next_out = out;
    size_t left = length;
    int status;
    do {
        stream.avail_in = left < step ? left : step;
        left -= stream.avail_in;
        stream.avail_out = room - stream.total_out;
        status = check(deflate(&stream, left ? Z_NO_FLUSH : Z_FINISH), "deflate", &stream);
    } while (status != Z_STREAM_END);
    *size = stream.total_out;
    deflateEnd(&stream);
    return out;
}

static void unpack(const unsigned char *data, size_t size, int window, size_t step) {
    z_stream stream = {0};
    check(inflateInit2(&stream, window), "init", &stream);
    unsigned char out[777];
    unsigned long crc = crc32(0, NULL, 0);
    size_t total = 0;
    int status = Z_OK;
    stream.next_in = (unsigned char *)data;
    while (status != Z_STREAM_END) {
        size_t left = size - stream.total_in;
        if (stream.avail_in == 0)
            stream.avail_in = left < step ? left : step;
        stream.next_out = out;
        stream.avail_out = sizeof out;
        status = check(inflate(&stream, Z_NO_FLUSH), "inflate", &stream);
        size_t got = sizeof out - stream.avail_out;
        crc = crc32(crc, out, got);
        total += got;
        if (got == 0 && stream.avail_in == 0 && left == 0) {
            printf("inflate: ends early\n");
            exit(1);
        }
    }
    inflateEnd(&stream);
    printf("%zu bytes, crc %08lx, input %08lx, %s\n", total, crc, crc32(0, input, length),
           total == length && crc == crc32(0, input, length) ? "same" : "different");
}

static void gz(const char *name) {
    gzFile file = gzopen(name, "wb6");
    gzprintf(file, "%s %d\n", "header", 42);
    gzwrite(file, input, length);
    gzclose(file);
    file = gzopen(name, "rb");
    char line[256];
    int lines = 0;
    while (gzgets(file, line, sizeof line))
        if (lines++ < 3)
            fputs(line, stdout);
    printf("%d pieces, eof %d, at %ld\n", lines, gzeof(file), (long)gztell(file));
    gzrewind(file);
    gzseek(file, 7, SEEK_SET);
    printf("character 7: %d\n", gzgetc(file));
    gzclose(file);
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    read_input();
    size_t size;
    if (!strcmp(argv[1], "pack") && argc == 5) {
        unsigned char *out = pack(argv + 2, &size, length + 1);
        for (size_t i = 0; i < size; i++)
            printf("%02x%s", out[i], i % 40 == 39 || i + 1 == size ? "\n" : "");
        free(out);
    } else if (!strcmp(argv[1], "round") && argc == 5) {
        unsigned char *out = pack(argv + 2, &size, 1000);
        printf("%zu -> %zu, adler %08lx\n", length, size, adler32(1, out, size));
        unpack(out, size, atoi(argv[4]), 333);
        free(out);
    } else if (!strcmp(argv[1], "unpack") && argc == 3) {
        size = strlen(argv[2]) / 2;
        unsigned char *data = malloc(size + 1);
        for (size_t i = 0; i < size; i++) {
            unsigned byte;
            sscanf(argv[2] + 2 * i, "%2x", &byte);
            data[i] = (unsigned char)byte;
        }
        unpack(data, size, 47, 1);
        free(data);
    } else if (!strcmp(argv[1], "gz") && argc == 3) {
        gz(argv[2]);
    } else if (!strcmp(argv[1], "sums")) {
        size_t half = length / 2;
        unsigned long a = adler32(1, input, half), b = adler32(1, input + half, length - half);
        printf("adler %08lx %08lx\n", adler32(1, input, length), adler32_combine(a, b, (long)(length - half)));
        a = crc32(0, input, half), b = crc32(0, input + half, length - half);
        printf("crc %08lx %08lx\n", crc32(0, input, length), crc32_combine(a, b, (long)(length - half)));
        printf("%s %lx\n", zlibVersion(), zlibCompileFlags());
    } else {
        return 2;
    }
    free(input);
    return 0;
}
