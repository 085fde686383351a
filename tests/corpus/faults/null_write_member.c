// rift: outcome null-access
#include <stddef.h>
struct s { char pad[40]; int field; };
static struct s *find(int k) { static struct s one; return k ? &one : NULL; }
int main(void) { find(1)->field = 1; find(0)->field = 2; return 0; }
