#include <stdio.h>
#include <stdlib.h>
static int work(int fail) {
    int rc = -1;
    char *a = NULL, *b = NULL;
    FILE *f = NULL;
    a = malloc(10);
    if (!a || fail == 1) goto out;
    b = malloc(20);
    if (!b || fail == 2) goto free_a;
    f = fopen("tmp", "w");
    if (!f || fail == 3) goto free_b;
    if (fail == 4) goto close_f;
    rc = 0;
    close_f: fclose(f);
    printf("close ");
    free_b: free(b);
    printf("free_b ");
    free_a: free(a);
    a = NULL;
    printf("free_a ");
    out: free(a);
    printf("out\n");
    return rc;
}
int main(void) { for (int i = 0; i < 5; i++) printf("%d\n", work(i)); return 0; }
