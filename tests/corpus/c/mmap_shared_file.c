#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static void show(int fd) {
    char b[32] = {0};
    ssize_t n = pread(fd, b, 31, 0);
    for (ssize_t i = 0; i < n; i++) if (!b[i]) b[i] = '.';
    printf("%zd %s\n", n, b);
}
int main(void) {
    int fd = open("shared", O_RDWR | O_CREAT | O_TRUNC, 0600);
    ftruncate(fd, 16);
    char *a = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *b = mmap(NULL, 16, PROT_READ, MAP_SHARED, fd, 0);
    char *c = mmap(NULL, 16, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    memcpy(a, "hello", 5);
    show(fd);
    pwrite(fd, "WORLD", 5, 6);
    printf("%.5s %.5s\n", a + 6, b);
    ftruncate(fd, 12);
    a[11] = '!';
    a[12] = 'x';
    printf("%d\n", msync(a, 16, MS_SYNC));
    show(fd);
    memcpy(c, "private", 7);
    munmap(c, 16);
    close(fd);
    unlink("shared");
    a[0] = 'J';
    printf("%.5s\n", a);
    printf("%d %d\n", munmap(a, 16), munmap(b, 16));
    fd = open("kept", O_RDWR | O_CREAT | O_TRUNC, 0600);
    write(fd, "0123456789", 10);
    a = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    a[5] = '-';
    munmap(a, 10);
    FILE *f = fopen("kept", "r");
    char line[32];
    puts(fgets(line, 32, f));
    fclose(f);
    unlink("kept");
    return 0;
}
