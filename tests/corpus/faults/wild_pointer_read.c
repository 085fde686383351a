// rift: outcome wild-access
#include <stdint.h>
#include <string.h>
int main(void) { unsigned char b[sizeof(char *)]; memset(b, 0x5a, sizeof b); char *p; memcpy(&p, b, sizeof p); return *p; }
