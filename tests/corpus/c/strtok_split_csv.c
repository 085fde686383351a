#include <stdio.h>
#include <string.h>
static int csv(const char *s, char out[][32]) {
    int n = 0, q = 0;
    char *o = out[0];
    for (;; s++) {
        if (q) {
            if (*s == '"' && s[1] == '"') { *o++ = '"'; s++; } else if (*s == '"') q = 0;
            else if (!*s) { *o = 0; return -1; } else *o++ = *s;
        } else if (*s == '"') q = 1;
        else if (*s == ',' || !*s) {
            *o = 0;
            n++;
            if (!*s) return n;
            o = out[n];
        } else *o++ = *s;
    }
}
int main(void) {
    const char *t[] = {"a,b,c", "", ",", "\"x,y\",z", "\"he said \"\"hi\"\"\",2", "\"open", "1,,3,", "tail\"mid\"x"};
    for (int i = 0; i < 8; i++) {
        char o[8][32];
        int n = csv(t[i], o);
        printf("%d:", n);
        for (int k = 0; k < n; k++) printf(" [%s]", o[k]);
        puts("");
    }
    return 0;
}
