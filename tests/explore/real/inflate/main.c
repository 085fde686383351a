/* Decompresses standard input, of any of zlib's formats, and prints how that ended. */
#include <stdio.h>
#include <string.h>
#include <zlib.h>

int main(void) {
    unsigned char input[256], output[1024];
    z_stream stream = {0};
    stream.next_in = input;
    stream.avail_in = (uInt)fread(input, 1, sizeof input, stdin);
    stream.next_out = output;
    stream.avail_out = sizeof output;
    /* 32: tells gzip and zlib apart by their heads. */
    if (inflateInit2(&stream, 15 + 32) != Z_OK)
        return 2;
    int status = inflate(&stream, Z_FINISH);
    printf("%d %s, %lu left over\n", status, stream.msg ? stream.msg : "-", (unsigned long)stream.avail_in);
    fwrite(output, 1, sizeof output - stream.avail_out, stdout);
    inflateEnd(&stream);
    return status == Z_STREAM_END ? 0 : 1;
}
