/* The machine's side of rift.h on the real processor: lets the runtime be tested as an ordinary static libc.
 * Heap objects are bumped from anonymous maps, carry their size, and are never reused; a freed object is marked,
 * so that a double free is fatal. Stack unwinding is absent. */
#include <stddef.h>
#include <stdint.h>
#include "rift.h"

/* Linux system call numbers that this file needs itself. */
enum { CALL_WRITE = 1, CALL_MMAP = 9, CALL_GETPID = 39, CALL_KILL = 62, CALL_SIGACTION = 13, CALL_EXIT = 231 };

long __rift_syscall(long number, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long answer;
    __asm__ volatile("syscall"
                     : "=a"(answer)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return answer;
}
long __rift_data_syscall(long number, long a, long b, long c, long d, long e, long f) {
    return __rift_syscall(number, a, b, c, d, e, f);
}
/* Nothing is symbolic here, so that nothing needs to be settled. */
int __rift_seek_fails(int fd, long offset, int whence) { return (void)fd, (void)offset, (void)whence, 0; }
long __rift_read_offset(int fd) { return (void)fd, 0; }
int __rift_read_falls_short(int fd, size_t size, long at) { return (void)fd, (void)size, (void)at, 0; }
long __rift_concrete(long value) { return value; }

void *memcpy(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    while (n--) *t++ = *f++;
    return to;
}
void *memmove(void *to, const void *from, size_t n) {
    char *t = to;
    const char *f = from;
    if (t < f)
        while (n--) *t++ = *f++;
    else
        while (n--) t[n] = f[n];
    return to;
}
void *memset(void *to, int byte, size_t n) {
    char *t = to;
    while (n--) *t++ = (char)byte;
    return to;
}

void __rift_exit(int status) {
    for (;;) __rift_syscall(CALL_EXIT, status & 0xff, 0, 0, 0, 0, 0);
}
void __rift_die(int number) {
    long defaults[4] = {0, 0, 0, 0};
    __rift_syscall(CALL_SIGACTION, number, (long)defaults, 0, 8, 0, 0);
    __rift_syscall(CALL_KILL, __rift_syscall(CALL_GETPID, 0, 0, 0, 0, 0, 0), number, 0, 0, 0, 0);
    __rift_exit(128 + number);
}
static void complain(const char *text) {
    size_t n = 0;
    while (text[n]) n++;
    __rift_syscall(CALL_WRITE, 2, (long)text, (long)n, 0, 0, 0);
}
void __rift_unsupported(const char *what) {
    complain("unsupported: ");
    complain(what);
    complain("\n");
    __rift_exit(99);
}

struct header {
    size_t size;
    size_t state;
};
#define LIVE 0x6c697665u
#define FREED 0x66726565u
static char *bump, *bump_end;

void *__rift_alloc(size_t size, size_t align, int zeroed) {
    size_t need = size + sizeof(struct header) + align;
    if (need < size) return NULL;
    if ((size_t)(bump_end - bump) < need) {
        size_t map = need > (1 << 20) ? (need + 4095) & ~(size_t)4095 : 1 << 20;
        long at = __rift_syscall(CALL_MMAP, 0, (long)map, 3, 0x22, -1, 0);
        if (at < 0) return NULL;
        bump = (char *)at;
        bump_end = bump + map;
    }
    uintptr_t object = ((uintptr_t)bump + sizeof(struct header) + align - 1) & ~(align - 1);
    ((struct header *)object)[-1] = (struct header){size, LIVE};
    bump = (char *)(object + size);
    bump = (char *)(((uintptr_t)bump + 15) & ~(uintptr_t)15);
    if (bump > bump_end) bump = bump_end;
    memset((void *)object, zeroed ? 0 : 0xa5, size);
    return (void *)object;
}
static struct header *live(void *object) {
    struct header *h = (struct header *)object - 1;
    if (h->state != LIVE) {
        complain("bad or double free\n");
        __rift_die(6);
    }
    return h;
}
void __rift_free(void *object) {
    struct header *h = live(object);
    h->state = FREED;
    memset(object, 0x5a, h->size);
}
size_t __rift_heap_size(void *object) { return live(object)->size; }

typedef void (*initialiser)(int, char **, char **);
typedef void (*finaliser)(void);
extern initialiser __init_array_start[], __init_array_end[];
extern finaliser __fini_array_start[], __fini_array_end[];
void __rift_constructors(int argc, char **argv, char **envp) {
    for (initialiser *f = __init_array_start; f < __init_array_end; f++) (*f)(argc, argv, envp);
}
void __rift_destructors(void) {
    for (finaliser *f = __fini_array_end; f > __fini_array_start;) (*--f)();
}

void __rift_start(int argc, char **argv, char **envp);
__attribute__((used)) static void begin(long *stack) {
    int argc = (int)stack[0];
    char **argv = (char **)(stack + 1);
    __rift_start(argc, argv, argv + argc + 1);
}
__attribute__((naked, noreturn)) void _start(void) {
    __asm__("xor %ebp, %ebp\n mov %rsp, %rdi\n and $-16, %rsp\n call begin\n hlt");
}
