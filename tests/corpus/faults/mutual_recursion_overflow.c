// rift: outcome stack-overflow
static int a(int n); static int b(int n) { return a(n + 1) + 1; } static int a(int n) { volatile char pad[1000]; pad[n % 1000] = 1; return b(n) + pad[n % 1000]; }
int main(void) { return a(0); }
