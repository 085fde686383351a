#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
int main(void) {
    int p[2];
    if (pipe(p)) return 1;
    write(p[1], "through the pipe", 16);
    char b[32] = {0};
    printf("%zd ", read(p[0], b, 7));
    puts(b);
    close(p[1]);
    memset(b, 0, 32);
    printf("%zd ", read(p[0], b, 31));
    puts(b);
    printf("%zd\n", read(p[0], b, 1));
    close(p[0]);
    fflush(stdout);
    int save = dup(1), fd = open("cap", O_CREAT | O_RDWR | O_TRUNC, 0600);
    dup2(fd, 1);
    printf("captured %d\n", 5);
    fflush(stdout);
    dup2(save, 1);
    lseek(fd, 0, SEEK_SET);
    memset(b, 0, 32);
    read(fd, b, 31);
    printf("got [%s]\n", b);
    FILE *f = fdopen(fd, "r+");
    rewind(f);
    char w[10];
    int n;
    printf("%d ", fscanf(f, "%9s %d", w, &n));
    printf("%s %d\n", w, n);
    fclose(f);
    return 0;
}
