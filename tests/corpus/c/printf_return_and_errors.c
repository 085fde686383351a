#include <errno.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    printf("%d\n", printf("%s", "12345"));
    printf("%d\n", printf("") );
    FILE *f = fopen("/dev/full", "w");
    if (f) {
        setvbuf(f, NULL, _IONBF, 0);
        errno = 0;
        int r = fprintf(f, "x");
        printf("%d %d %d\n", r < 0, errno == ENOSPC, !!ferror(f));
        fclose(f);
    }
    f = fopen("ro", "w");
    fclose(f);
    f = fopen("ro", "r");
    errno = 0;
    printf("%d %d\n", fprintf(f, "x") < 0, errno == EBADF);
    printf("%d %d\n", fputs("x", f) == EOF, fputc('x', f) == EOF);
    printf("%zu\n", fwrite("ab", 1, 2, f));
    clearerr(f);
    printf("%d\n", ferror(f));
    fclose(f);
    f = fopen("/dev/full", "w");
    fputs("buffered", f);
    printf("%d\n", fclose(f));
    printf("%d %d\n", puts("x") >= 0, putchar('y') == 'y');
    puts("");
    return 0;
}
