#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <fcntl.h>
#include <math.h>
int main(void) {
    errno = ENOENT;
    perror("prefix");
    errno = EACCES;
    perror("");
    errno = 0;
    perror(NULL);
    errno = 4095;
    perror("odd");
    FILE *f = fopen("no/such/file", "r");
    printf("%d %d\n", f == NULL, errno);
    perror("fopen");
    printf("%d %d\n", open(".", O_WRONLY), errno == EISDIR);
    printf("%d ", close(-1));
    printf("%d\n", errno == EBADF);
    char c;
    printf("%zd ", read(99, &c, 1));
    perror("read");
    printf("%d ", (int)lseek(0, -5, 77));
    printf("%d\n", errno);
    errno = 0;
    strtol("99999999999999999999", 0, 10);
    perror("strtol");
    errno = 0;
    f = fopen("x", "zz");
    printf("%d %d\n", f == NULL, errno == EINVAL);
    printf("%d %d\n", chdir("/nonexistent"), errno);
    printf("%d %d\n", unlink("missing"), errno);
    printf("%d %d\n", rmdir("missing"), errno);
    printf("%d %d\n", rename("missing", "other"), errno);
    return 0;
}
