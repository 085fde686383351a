/* Streams on files: modes, buffering, lines, positions, push back, memory streams. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/stat.h>

static void show(const char *what, long v) { printf("%s=%ld errno=%d\n", what, v, errno); errno = 0; }
static void dump(const char *path) {
    FILE *f = fopen(path, "r");
    if (!f) { printf("%s: %d\n", path, errno); return; }
    int c; printf("%s: ", path);
    while ((c = getc(f)) != EOF) if (c >= ' ' && c < 127) putchar(c); else printf("\\x%02x", c);
    putchar('\n');
    show("eof", feof(f)); show("err", ferror(f));
    fclose(f);
}
static ssize_t ck_read(void *c, char *b, size_t n) { int *k = c; if (*k <= 0) return 0; (*k)--; memcpy(b, "hello\n", 6); return 6; }
static ssize_t ck_write(void *c, const char *b, size_t n) { printf("[cookie %zu:", n); fwrite(b, 1, n, stdout); printf("]\n"); return n; }
static int ck_close(void *c) { printf("closed\n"); return 0; }
int main(int argc, char **argv) {
    FILE *f = fopen("a.txt", "w");
    show("puts", fputs("one\ntwo\nthree", f)); show("tell", ftell(f)); show("fputc", fputc(200, f));
    show("fread on w", fread(&argc, 1, 1, f)); show("err", ferror(f)); clearerr(f);
    show("close", fclose(f)); dump("a.txt");
    f = fopen("a.txt", "r+"); char line[100];
    while (fgets(line, sizeof line, f)) printf("<%s>", line);
    putchar('\n'); show("tell", ftell(f)); rewind(f);
    show("getc", getc(f)); show("tell", ftell(f)); fseek(f, 0, SEEK_CUR); fputs("XY", f); show("tell", ftell(f)); fseek(f, 0, SEEK_CUR);
    show("getc", getc(f)); show("seek end", fseek(f, -2, SEEK_END)); show("getc", getc(f)); show("getc", getc(f)); show("getc", getc(f)); show("eof", feof(f));
    show("seek", fseek(f, -100, SEEK_CUR)); show("seek", fseek(f, 0, 9)); show("seek far", fseek(f, 100, SEEK_SET)); fputs("far", f); fclose(f); dump("a.txt");
    f = fopen("a.txt", "a"); show("tell", ftell(f)); fprintf(f, "app%d", 5); show("tell", ftell(f)); fclose(f); 
    f = fopen("a.txt", "a+"); show("tell", ftell(f)); show("c", getc(f)); fprintf(f, "more"); show("tell", ftell(f)); fseek(f, 0, SEEK_SET); show("c", getc(f)); fclose(f); dump("a.txt");
    show("x", (long)fopen("a.txt", "wx")); show("bad", (long)fopen("a.txt", "z")); show("none", (long)fopen("nodir/a", "w"));
    f = fopen("b.txt", "w+"); for (int i = 0; i < 3000; i++) fprintf(f, "line %d\n", i); show("tell", ftell(f));
    rewind(f); char *l = 0; size_t n = 0; ssize_t got; long total = 0, count = 0;
    while ((got = getline(&l, &n, f)) > 0) total += got, count++;
    show("lines", count); show("total", total); show("n", n); show("getline", got); show("eof", feof(f)); 
    fseek(f, 5, SEEK_SET); show("ungetc", ungetc('Q', f)); show("u", ungetc('R', f)); show("tell", ftell(f)); show("g", getc(f)); show("g", getc(f)); show("g", getc(f)); show("tell", ftell(f));
    for (int i = 0; i < 300; i++) ungetc('a' + i % 26, f); int sum = 0; for (int i = 0; i < 305; i++) sum = sum * 31 + getc(f); show("sum", sum);
    show("eof unget", ungetc(EOF, f));
    static char big[30000]; fseek(f, 10, SEEK_SET); show("fread", fread(big, 7, 1000, f)); show("tell", ftell(f)); show("fread", fread(big, 3, 9000, f)); show("tell", ftell(f)); show("feof", feof(f)); show("fread", fread(big, 1, 0, f));
    fpos_t pos; rewind(f); fgets(line, 5, f); fgetpos(f, &pos); fgets(line, 9, f); printf("%s|", line); fsetpos(f, &pos); fgets(line, 9, f); printf("%s|\n", line);
    show("delim", getdelim(&l, &n, ' ', f)); printf("<%s>\n", l);
    fclose(f);
    f = fopen("c.txt", "w"); char buf[16]; show("setvbuf", setvbuf(f, buf, _IOFBF, 16)); fputs("0123456789", f); show("pend", __fpending(f)); fputs("abcdefghij", f); show("pend", __fpending(f));
    int fd = open("c.txt", O_RDONLY); show("size", lseek(fd, 0, SEEK_END)); fputs("0123456789abcdef0123456789abcdefXYZ", f); show("size", lseek(fd, 0, SEEK_END)); show("pend", __fpending(f)); fflush(f); show("size", lseek(fd, 0, SEEK_END));
    setvbuf(f, NULL, _IOLBF, 0); fputs("partial", f); show("size", lseek(fd, 0, SEEK_END)); fputs(" line\nrest", f); show("size", lseek(fd, 0, SEEK_END)); putc('\n', f); show("size", lseek(fd, 0, SEEK_END));
    setvbuf(f, NULL, _IONBF, 0); putc('x', f); show("size", lseek(fd, 0, SEEK_END)); show("bufsize", __fbufsize(f)); fclose(f); dump("c.txt");
    f = fdopen(fd, "w"); show("fdopen", (long)f); f = fdopen(fd, "r"); show("fileno", fileno(f) == fd); show("write ro", fputc('x', f)); show("puts ro", fputs("xx", f)); show("printf ro", fprintf(f, "xx")); show("ferr", ferror(f)); fclose(f);
    show("fdopen bad", (long)fdopen(77, "r"));
    char *mem; size_t msize; f = open_memstream(&mem, &msize); fprintf(f, "hello %d", 42); fflush(f); printf("%s %zu\n", mem, msize); fputs(" world", f); fseek(f, 1, SEEK_SET); fputc('E', f); fclose(f); printf("%s %zu\n", mem, msize); free(mem);
    f = open_memstream(&mem, &msize); for (int i = 0; i < 5000; i++) fprintf(f, "%d,", i); fclose(f); show("msize", msize); show("len", strlen(mem));
    char fixed[20] = "initial text"; f = fmemopen(fixed, sizeof fixed, "r+"); show("g", getc(f)); fseek(f, 3, SEEK_SET); fputs("ZZ", f); fclose(f); puts(fixed);
    f = fmemopen(fixed, sizeof fixed, "a"); fputs("+app", f); show("t", ftell(f)); fclose(f); puts(fixed);
    f = fmemopen(fixed, 8, "w"); show("w", fputs("0123456789", f)); show("close", fclose(f)); printf("%.20s\n", fixed);
    f = fmemopen("read only", 9, "r"); while (fgets(line, 6, f)) printf("(%s)", line); show("eof", feof(f)); show("seek", fseek(f, 10, SEEK_SET)); show("seek", fseek(f, -4, SEEK_END)); show("c", getc(f)); fclose(f);
    int k = 3; f = fopencookie(&k, "r", (cookie_io_functions_t){ck_read, ck_write, 0, ck_close}); while (fgets(line, 100, f)) printf("c:%s", line); fclose(f);
    f = fopencookie(&k, "w", (cookie_io_functions_t){ck_read, ck_write, 0, ck_close}); fputs("to cookie", f); show("seek", fseek(f, 0, SEEK_SET)); fclose(f);
    f = freopen("d.txt", "w", stdout); fprintf(stderr, "fileno %d\n", fileno(stdout)); puts("into d"); fflush(stdout);
    fprintf(stderr, "reopen %s\n", freopen("/dev/stderr", "w", stdout) ? "ok" : "no"); 
    dump("d.txt");
    FILE *t = tmpfile(); fputs("temp", t); rewind(t); show("tmp", getc(t)); fclose(t);
    char tn[] = "tXXXXXX"; fd = mkstemp(tn); show("mk", fd > 2); show("rm", remove(tn)); show("rm", remove(tn)); mkdir("dd", 0777); show("rmd", remove("dd"));
    show("rename", rename("a.txt", "z.txt")); dump("a.txt"); errno = 0;
    show("putw", putw(1234567, stdout)); 
    perror("perror"); errno = ENOENT; perror("perror"); errno = EACCES; perror(NULL); errno = 12345; perror("");
    show("fclose", fclose(stdin)); show("getchar", getchar());
    fputs("last words without newline", stdout);
    return 0;
}
