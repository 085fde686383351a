// rift: outcome use-after-return
static char *stash;
static void f(void) { char b[32]; b[0] = 1; stash = b; }
int main(void) { f(); stash[3] = 'x'; return 0; }
