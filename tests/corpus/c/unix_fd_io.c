#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
    umask(022);
    int fd = open("f", O_RDWR | O_CREAT | O_TRUNC, 0644);
    printf("%zd\n", write(fd, "hello world", 11));
    printf("%ld\n", (long)lseek(fd, 6, SEEK_SET));
    char b[20] = {0};
    printf("%zd %s\n", read(fd, b, 19), b);
    printf("%zd\n", read(fd, b, 5));
    printf("%zd ", pread(fd, b, 3, 1));
    printf("%.3s\n", b);
    pwrite(fd, "J", 1, 0);
    struct stat st;
    fstat(fd, &st);
    printf("%ld %o %d\n", (long)st.st_size, st.st_mode & 0777, S_ISREG(st.st_mode));
    ftruncate(fd, 4);
    fstat(fd, &st);
    printf("%ld\n", (long)st.st_size);
    struct iovec v[2] = {{"ab", 2}, {"cde", 3}};
    lseek(fd, 0, SEEK_END);
    printf("%zd\n", writev(fd, v, 2));
    int d = dup(fd);
    lseek(d, 0, SEEK_SET);
    memset(b, 0, 20);
    read(fd, b, 19);
    puts(b);
    close(d);
    printf("%d\n", close(fd));
    errno = 0;
    printf("%d %d\n", close(fd), errno == EBADF);
    fd = open("f", O_WRONLY | O_APPEND);
    write(fd, "!", 1);
    close(fd);
    stat("f", &st);
    printf("%ld\n", (long)st.st_size);
    printf("%d %d\n", open("f", O_CREAT | O_EXCL, 0600), errno == EEXIST);
    printf("%d %d %d\n", access("f", R_OK), access("nope", F_OK), errno == ENOENT);
    mkdir("dir", 0755);
    stat("dir", &st);
    printf("%d %d\n", S_ISDIR(st.st_mode), rmdir("dir"));
    link("f", "g");
    stat("f", &st);
    printf("%d\n", (int)st.st_nlink);
    symlink("f", "s");
    memset(b, 0, 20);
    printf("%zd %s\n", readlink("s", b, 19), b);
    lstat("s", &st);
    printf("%d\n", S_ISLNK(st.st_mode));
    chmod("f", 0400);
    stat("f", &st);
    printf("%o\n", st.st_mode & 0777);
    unlink("s");
    unlink("g");
    printf("%d %d\n", unlink("f"), isatty(0) * 0);
    return 0;
}
