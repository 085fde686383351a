#include <stdio.h>
#include <stdlib.h>
static int order[16], n;
static void note(int k) { order[n++] = k; }
__attribute__((constructor)) static void plain_a(void) { note(90); }
__attribute__((constructor(200))) static void c200(void) { note(2); }
__attribute__((constructor(101))) static void c101(void) { note(1); printf("first n=%d\n", n); }
__attribute__((constructor(65000))) static void c65000(void) { note(5); }
__attribute__((constructor)) static void plain_b(void) { note(91); }
__attribute__((destructor)) static void d_plain(void) { puts("d plain"); }
__attribute__((destructor(101))) static void d101(void) { puts("d101 (last)"); }
__attribute__((destructor(300))) static void d300(void) { puts("d300"); fflush(stdout); }
__attribute__((constructor(150), destructor(150))) static void both(void) { note(150); puts("both"); }
static void ae(void) { puts("atexit"); }
int main(void) { for (int i = 0; i < n; i++) printf("%d ", order[i]); puts(""); atexit(ae); exit(3); }
