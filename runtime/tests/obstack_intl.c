/* Obstacks and the identity translations. */
#define _GNU_SOURCE
#include <libintl.h>
#include <obstack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
int main(void) {
    struct obstack o; obstack_init(&o); char *first = obstack_copy0(&o, "first", 5); char *all[100];
    for (int i = 0; i < 100; i++) { for (int k = 0; k < i * 7; k++) obstack_1grow(&o, 'a' + k % 26); obstack_1grow(&o, 0); all[i] = obstack_finish(&o); }
    long sum = 0; for (int i = 0; i < 100; i++) sum = sum * 3 + strlen(all[i]) + (all[i][0]); printf("%s %ld\n", first, sum);
    obstack_printf(&o, "n=%d", 5); obstack_1grow(&o, 0); puts(obstack_finish(&o)); obstack_free(&o, all[50]); obstack_grow0(&o, "again", 5); puts(obstack_finish(&o)); printf("%d\n", obstack_object_size(&o)); obstack_free(&o, NULL);
    puts(gettext("hello")); puts(ngettext("one", "many", 1)); puts(ngettext("one", "many", 3)); puts(textdomain(NULL)); puts(textdomain("me")); puts(dgettext("d", "x"));
    printf("%ld %s %ld\n", a64l("zZ./1"), l64a(123456789), a64l(l64a(123456789)));
    return 0;
}
