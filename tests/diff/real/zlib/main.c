/* Inflates standard input, zlib or gzip, into a buffer of fixed size, and tells what came of it. */
#include "zlib.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned char in[64], out[256];
    size_t size = fread(in, 1, sizeof in, stdin);
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    int status = inflateInit2(&stream, 15 + 32);
    if (status != Z_OK) {
        printf("init: %d\n", status);
        return 2;
    }
    stream.next_in = in;
    stream.avail_in = (unsigned)size;
    stream.next_out = out;
    stream.avail_out = sizeof out;
    status = inflate(&stream, Z_FINISH);
    printf("%d %s: %lu in, %lu out, check %lx\n", status, stream.msg ? stream.msg : "-", stream.total_in,
           stream.total_out, stream.adler);
    fwrite(out, 1, stream.total_out, stdout);
    inflateEnd(&stream);
    return status == Z_STREAM_END ? 0 : 1;
}
