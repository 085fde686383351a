/* Descriptors, directories, links, globbing, tree walks. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>
static void show(const char *what, long v) { printf("%s=%ld errno=%d\n", what, v, errno); errno = 0; }
static int walk(const char *p, const struct stat *s, int k, struct FTW *f) { static int n; if (k == FTW_D || k == FTW_DP) printf("%s kind%d base%d level%d\n", p, k, f->base, f->level); return 0; }
int main(void) {
    int fd = open("f", O_RDWR | O_CREAT | O_EXCL, 0644); show("open", fd > 0); show("again", open("f", O_RDWR | O_CREAT | O_EXCL, 0644)); show("none", open("none", O_RDONLY));
    show("write", write(fd, "hello world", 11)); show("seek", lseek(fd, -5, SEEK_END)); char b[100] = ""; show("read", read(fd, b, 99)); puts(b); show("pread", pread(fd, b, 3, 1)); show("pwrite", pwrite(fd, "J", 1, 0)); show("seek", lseek(fd, -1, SEEK_SET)); show("tell", lseek(fd, 0, SEEK_CUR));
    struct iovec v[2] = {{"ab", 2}, {"cd", 2}}; show("writev", writev(fd, v, 2)); struct stat st; show("fstat", fstat(fd, &st)); show("size", st.st_size); show("mode", st.st_mode); show("blk", st.st_blksize); show("trunc", ftruncate(fd, 4)); show("stat", stat("f", &st)); show("size", st.st_size); show("truncate", truncate("f", 6)); lstat("f", &st); show("size", st.st_size);
    int d = dup(fd); show("dup", d > fd); show("dup2", dup2(fd, 20)); show("getfd", fcntl(20, F_GETFD)); show("setfd", fcntl(20, F_SETFD, FD_CLOEXEC)); show("getfd", fcntl(20, F_GETFD)); show("getfl", fcntl(20, F_GETFL) & O_ACCMODE); show("dupfd", fcntl(fd, F_DUPFD, 30)); show("close", close(20)); show("close", close(20)); show("read closed", read(20, b, 1)); show("isatty", isatty(fd)); struct termios t; show("tcgetattr", tcgetattr(0, &t)); 
    int p[2]; show("pipe", pipe(p)); show("w", write(p[1], "xyz", 3)); struct pollfd pf = {p[0], POLLIN}; show("poll", poll(&pf, 1, 0)); show("r", read(p[0], b, 10)); show("espipe", lseek(p[0], 0, SEEK_CUR)); close(p[1]); show("eof", read(p[0], b, 10));
    show("mkdir", mkdir("d", 0755)); show("mkdir", mkdir("d", 0755)); show("chdir", chdir("d")); show("creat", close(creat("x1", 0600))); show("creat", close(creat(".hid", 0600))); show("creat", close(creat("y[1]", 0600))); mkdir("sub", 0700); close(creat("sub/x2", 0600)); char cwd[500]; show("cwd", getcwd(cwd, 500) != 0); puts(strrchr(cwd, '/')); show("erange", (long)getcwd(cwd, 2)); char *own = getcwd(NULL, 0); puts(strrchr(own, '/')); free(own); show("chdir", chdir("..")); show("rmdir", rmdir("d")); show("unlink dir", unlink("d")); show("access", access("f", R_OK)); show("access", access("g", F_OK)); show("chmod", chmod("f", 0400)); stat("f", &st); show("mode", st.st_mode); show("umask", umask(077)); show("umask", umask(022));
    show("symlink", symlink("f", "ln")); show("readlink", readlink("ln", b, 99)); show("link", link("f", "hard")); stat("f", &st); show("nlink", st.st_nlink); lstat("ln", &st); show("islnk", S_ISLNK(st.st_mode)); show("rename", rename("hard", "hard2")); show("unlink", unlink("hard2")); char *r = realpath("d/../ln", NULL); puts(strrchr(r, '/')); show("realpath", (long)realpath("nope/x", NULL)); show("realpath", (long)realpath("f/x", NULL)); puts(realpath("/..//.", b));
    struct utimbuf u = {100, 200}; show("utime", utime("f", &u)); stat("f", &st); show("mtime", st.st_mtime); show("atime", st.st_atime);
    struct dirent **list; int n = scandir("d", &list, NULL, alphasort); for (int i = 0; i < n; i++) printf("%s %d\n", list[i]->d_name, list[i]->d_type); DIR *dir = opendir("d"); n = 0; while (readdir(dir)) n++; show("entries", n); rewinddir(dir); n = 0; while (readdir(dir)) n++; show("entries", n); show("closedir", closedir(dir)); show("opendir", (long)opendir("f")); show("opendir", (long)opendir("zz"));
    glob_t g; const char *pats[] = {"d/*", "*", "d/.*", "[df]*", "d/sub/x?", "nothing*", "d/y\\[1\\]", "*/x*", "*/", "{f,d}"}; for (int i = 0; i < 10; i++) { int a = glob(pats[i], i == 9 ? GLOB_BRACE : GLOB_MARK, NULL, &g); printf("glob %s: %d", pats[i], a); if (!a) { for (size_t k = 0; k < g.gl_pathc; k++) printf(" %s", g.gl_pathv[k]); globfree(&g); } puts(""); }
    show("nocheck", glob("zz*", GLOB_NOCHECK, NULL, &g)); puts(g.gl_pathv[0]);
    nftw("d", walk, 10, FTW_PHYS); nftw("d", walk, 10, FTW_PHYS | FTW_DEPTH); show("nftw", nftw("nope", walk, 10, 0));
    char *m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); show("mmap", m != MAP_FAILED && m[8191] == 0); show("munmap", munmap(m, 8192)); show("bad mmap", (long)mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    show("waitpid", waitpid(-1, &n, 0)); show("uid", getuid() == geteuid()); struct utsname un; show("uname", uname(&un)); puts(un.sysname); puts(un.machine);
    show("page", sysconf(_SC_PAGESIZE)); show("clk", sysconf(_SC_CLK_TCK)); show("argmax", sysconf(_SC_LINE_MAX)); show("bad", sysconf(9999)); show("pathmax", pathconf("/", _PC_PATH_MAX)); show("name", pathconf("/", _PC_NAME_MAX));
    puts(getpwuid(0)->pw_dir); show("pwnam", (long)getpwnam("nosuchuser")); show("syscall", syscall(39) == getpid()); show("kill0", kill(getpid(), 0));
    void *q; show("memalign", posix_memalign(&q, 64, 10)); show("aligned", (long)q % 64); show("memalign", posix_memalign(&q, 3, 10)); volatile size_t huge = -1; show("malloc", (long)malloc(huge)); show("calloc", (long)calloc(huge, 2)); char *z = calloc(3, 3); show("zero", z[8]); z = realloc(z, 100); show("realloc0", (long)realloc(z, 0)); show("reallocarray", (long)reallocarray(0, huge, 3));
    return 0;
}
