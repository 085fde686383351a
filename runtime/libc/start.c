/* The beginning and the end of a program: __rift_start, exit handlers, exit.
 * Thread-local destructors run first, then exit handlers newest first, then static destructors, then the
 * streams are flushed: the order of glibc, where static destructors are the handler registered first.
 */
#define _GNU_SOURCE
#include "streams.h"
#include "internal.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *program_invocation_name = "";
char *program_invocation_short_name = "";
/* glibc's private names for the same two; kept equal here, not shared. */
const char *__progname = "";
const char *__progname_full = "";
int __libc_argc;
char **__libc_argv;
int __libc_enable_secure;
char __libc_single_threaded = 1;
/* The handle that compilers pass to __cxa_atexit. */
void *__dso_handle = &__dso_handle;

enum handler_kind { HANDLER_FREE, HANDLER_PLAIN, HANDLER_STATUS, HANDLER_ARGUMENT };
struct handler {
    enum handler_kind kind;
    union {
        void (*plain)(void);
        void (*status)(int status, void *argument);
        void (*argument)(void *argument);
    } run;
    void *argument;
    void *owner;
};

/* Handlers live in blocks, newest block first, so that registering while running needs no copying. */
struct handler_block {
    struct handler_block *older;
    int used;
    struct handler handlers[32];
};
static struct handler_block first_at_exit, first_at_quick_exit;
static struct handler_block *at_exit_handlers = &first_at_exit;
static struct handler_block *at_quick_exit_handlers = &first_at_quick_exit;

static int add_handler(struct handler_block **list, struct handler h) {
    struct handler_block *block = *list;
    if (block->used == 32) {
        block = calloc(1, sizeof *block);
        if (!block) return -1;
        block->older = *list;
        *list = block;
    }
    block->handlers[block->used++] = h;
    return 0;
}

/* Each handler leaves the list before it runs: it may register others or call exit again. */
static void run_handlers(struct handler_block **list, int status) {
    for (;;) {
        struct handler_block *block = *list;
        if (block->used == 0) {
            if (!block->older) return;
            *list = block->older;
            free(block);
            continue;
        }
        struct handler h = block->handlers[--block->used];
        switch (h.kind) {
            case HANDLER_FREE: break;
            case HANDLER_PLAIN: h.run.plain(); break;
            case HANDLER_STATUS: h.run.status(status, h.argument); break;
            case HANDLER_ARGUMENT: h.run.argument(h.argument); break;
        }
    }
}

int atexit(void (*function)(void)) {
    return add_handler(&at_exit_handlers, (struct handler){.kind = HANDLER_PLAIN, .run.plain = function});
}
int at_quick_exit(void (*function)(void)) {
    return add_handler(&at_quick_exit_handlers,
                       (struct handler){.kind = HANDLER_PLAIN, .run.plain = function});
}
int on_exit(void (*function)(int, void *), void *argument) {
    struct handler h = {.kind = HANDLER_STATUS, .run.status = function, .argument = argument};
    return add_handler(&at_exit_handlers, h);
}
int __cxa_atexit(void (*function)(void *), void *argument, void *owner) {
    struct handler h = {HANDLER_ARGUMENT, {.argument = function}, argument, owner};
    return add_handler(&at_exit_handlers, h);
}
int __cxa_at_quick_exit(void (*function)(void *), void *owner) {
    struct handler h = {HANDLER_ARGUMENT, {.argument = function}, NULL, owner};
    return add_handler(&at_quick_exit_handlers, h);
}

/* Runs the handlers of one shared object (all of them for NULL) without ending the program. */
void __cxa_finalize(void *owner) {
    for (struct handler_block *block = at_exit_handlers; block; block = block->older)
        for (int i = block->used - 1; i >= 0; i--) {
            struct handler h = block->handlers[i];
            if (h.kind != HANDLER_ARGUMENT || (owner && h.owner != owner)) continue;
            block->handlers[i].kind = HANDLER_FREE;
            h.run.argument(h.argument);
        }
}

struct thread_destructor {
    struct thread_destructor *older;
    void (*run)(void *object);
    void *object;
};
static struct thread_destructor *thread_destructors;

int __cxa_thread_atexit_impl(void (*run)(void *), void *object, void *owner) {
    (void)owner;
    struct thread_destructor *d = malloc(sizeof *d);
    if (!d) abort();
    *d = (struct thread_destructor){thread_destructors, run, object};
    thread_destructors = d;
    return 0;
}
void __call_tls_dtors(void) {
    while (thread_destructors) {
        struct thread_destructor *d = thread_destructors;
        thread_destructors = d->older;
        d->run(d->object);
        free(d);
    }
}

void exit(int status) {
    __call_tls_dtors();
    run_handlers(&at_exit_handlers, status);
    __rift_flush_all_streams();
    __rift_exit(status);
}
void quick_exit(int status) {
    run_handlers(&at_quick_exit_handlers, status);
    __rift_exit(status);
}
void _exit(int status) { __rift_exit(status); }
void _Exit(int status) { __rift_exit(status); }

int main(int argc, char **argv, char **envp);

/* The machine answers calls of __rift_destructors; it need not have an address. */
static void run_destructors(void) { __rift_destructors(); }

void __rift_start(int argc, char **argv, char **envp) {
    __rift_set_environment(envp);
    __libc_argc = argc;
    __libc_argv = argv;
    if (argc > 0 && argv[0]) {
        program_invocation_name = argv[0];
        char *slash = strrchr(argv[0], '/');
        program_invocation_short_name = slash ? slash + 1 : argv[0];
        __progname_full = program_invocation_name;
        __progname = program_invocation_short_name;
    }
    atexit(run_destructors);
    __rift_constructors(argc, argv, envp);
    exit(main(argc, argv, envp));
}
