// rift: outcome use-after-free
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) { struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b); a->next = b; free(b); a->next->v = 3; puts("no"); return 0; }
