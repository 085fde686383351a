#define _GNU_SOURCE
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static long files, dirs, bytes, maxd;
static int cb(const char *p, const struct stat *s, int t, struct FTW *f) {
    (void)p;
    if (t == FTW_F) { files++; bytes += s->st_size; } else dirs++;
    if (f->level > maxd) maxd = f->level;
    return 0;
}
static int rm(const char *p, const struct stat *s, int t, struct FTW *f) {
    (void)s;
    (void)t;
    (void)f;
    return remove(p);
}
int main(void) {
    mkdir("r", 0755);
    mkdir("r/a", 0755);
    mkdir("r/a/b", 0755);
    mkdir("r/c", 0755);
    const char *n[] = {"r/1", "r/a/2", "r/a/b/3", "r/c/4"};
    for (int i = 0; i < 4; i++) { FILE *f = fopen(n[i], "w"); fprintf(f, "%0*d", i + 1, 0); fclose(f); }
    printf("%d ", nftw("r", cb, 8, FTW_PHYS));
    printf("%ld %ld %ld %ld\n", files, dirs, bytes, maxd);
    printf("%d ", nftw("r", rm, 8, FTW_DEPTH | FTW_PHYS));
    printf("%d\n", access("r", F_OK));
    printf("%d\n", nftw("missing", cb, 8, 0));
    return 0;
}
