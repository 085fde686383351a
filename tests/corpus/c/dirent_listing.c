// rift: file b.txt x
// rift: file a.txt yy
// rift: file c.dat zzz
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <ftw.h>
static int only(const struct dirent *d) { return strstr(d->d_name, ".txt") != NULL; }
int main(void) {
    mkdir("sub", 0755);
    FILE *f = fopen("sub/d.txt", "w");
    fputs("inner", f);
    fclose(f);
    DIR *d = opendir(".");
    int n = 0, dots = 0;
    long size = 0;
    struct dirent *e;
    while ((e = readdir(d))) {
        if (e->d_name[0] == '.') dots++;
        else {
            n++;
            struct stat st;
            stat(e->d_name, &st);
            if (S_ISREG(st.st_mode)) size += st.st_size;
        }
    }
    printf("%d %d %ld\n", n, dots, size);
    rewinddir(d);
    printf("%d\n", readdir(d) != NULL);
    closedir(d);
    struct dirent **l;
    int k = scandir(".", &l, only, alphasort);
    for (int i = 0; i < k; i++) { printf("%s ", l[i]->d_name); free(l[i]); }
    free(l);
    puts("");
    printf("%d\n", opendir("missing") == NULL);
    char cwd[4096];
    chdir("sub");
    getcwd(cwd, sizeof cwd);
    printf("%s\n", strrchr(cwd, '/'));
    f = fopen("d.txt", "r");
    printf("%d\n", fgetc(f));
    fclose(f);
    return 0;
}
