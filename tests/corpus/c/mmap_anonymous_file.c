#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    size_t n = 3 * 4096;
    unsigned char *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf("%d\n", p != MAP_FAILED);
    unsigned s = 0;
    for (size_t i = 0; i < n; i++) s += p[i];
    for (size_t i = 0; i < n; i += 7) p[i] = (unsigned char)i;
    for (size_t i = 0; i < n; i++) s = s * 31 + p[i];
    printf("%u %d\n", s, munmap(p, n));
    int fd = open("m", O_RDWR | O_CREAT, 0600);
    write(fd, "mapped file content", 19);
    char *q = mmap(NULL, 19, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    printf("%.6s\n", q);
    q[0] = 'M';
    msync(q, 19, MS_SYNC);
    munmap(q, 19);
    char b[8] = {0};
    pread(fd, b, 6, 0);
    puts(b);
    close(fd);
    printf("%d\n", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    return 0;
}
