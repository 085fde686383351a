#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
int main(void) { struct obstack o; obstack_init(&o); char *a = obstack_copy0(&o, "first", 5); for (int i = 0; i < 100; i++) obstack_printf(&o, "%d,", i); obstack_1grow(&o, 0); char *b = obstack_finish(&o); int *v[50]; for (int i = 0; i < 50; i++) { v[i] = obstack_alloc(&o, sizeof(int) * (i + 1)); v[i][i] = i; } long s = 0; for (int i = 0; i < 50; i++) s += v[i][i]; printf("%s %zu %ld\n", a, strlen(b), s); obstack_free(&o, b); char *c = obstack_copy0(&o, "again", 5); printf("%s %d\n", c, obstack_object_size(&o)); obstack_grow(&o, "xy", 2); obstack_blank(&o, 3); printf("%d\n", obstack_object_size(&o)); obstack_free(&o, NULL); return 0; }
