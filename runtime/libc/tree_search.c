/* tsearch and its family: a red-black tree. Insertion splits on the way down and deletion moves the successor's key,
 * as in glibc, so that twalk shows the same tree and the same comparisons happen.
 */
#define _GNU_SOURCE
#include "streams.h"
#include <search.h>
#include <stdlib.h>

struct node {
    const void *key; /* first: programs see a node as a pointer to its key */
    struct node *child[2]; /* left, right */
    int red;
};
#define DEEPEST 128 /* a red-black tree of 2^64 nodes is no deeper */

static int is_red(const struct node *n) { return n && n->red; }

/* The child on `side` moves up to where `*at` was. */
static struct node *rotate(struct node **at, int side) {
    struct node *down = *at, *up = down->child[side];
    down->child[side] = up->child[!side];
    up->child[!side] = down;
    return *at = up;
}

/* `path` leads from the root link to the link of a node; `depth` is the last index. Two red children give their
 * colour to their parent; two reds in a row are rotated apart. `inserted`: the node is new, hence red. */
static void split(struct node **path[], int depth, int inserted) {
    struct node *n = *path[depth];
    if (!inserted && !(is_red(n->child[0]) && is_red(n->child[1]))) return;
    n->red = 1;
    for (int i = 0; i < 2; i++)
        if (n->child[i]) n->child[i]->red = 0;
    if (depth == 0 || !is_red(*path[depth - 1])) return;
    struct node *parent = *path[depth - 1], *grandparent = *path[depth - 2];
    int outer = grandparent->child[1] == parent, inner = parent->child[1] == n;
    if (outer != inner) rotate(path[depth - 1], inner); /* the node itself becomes the middle */
    struct node *top = rotate(path[depth - 2], outer);
    top->red = 0;
    grandparent->red = 1;
}

void *tsearch(const void *key, void **root, __compar_fn_t compare) {
    if (!root) return NULL;
    struct node **path[DEEPEST], **at = (struct node **)root;
    int depth = 0;
    if (*at) (*at)->red = 0;
    for (;; depth++) {
        path[depth] = at;
        if (!*at) break;
        struct node *n = *at;
        int order = compare(key, n->key);
        if (order == 0) return n;
        /* After a rotation the links above are stale; the next two nodes down are no reason for another one, and
         * then the links are fresh again. */
        split(path, depth, 0);
        at = &n->child[order > 0];
    }
    struct node *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->key = key;
    *at = n;
    n->red = 1;
    if (depth > 0) split(path, depth, 1);
    return n;
}

void *tfind(const void *key, void *const *root, __compar_fn_t compare) {
    struct node *n = root ? *(struct node *const *)root : NULL;
    while (n) {
        int order = compare(key, n->key);
        if (order == 0) break;
        n = n->child[order > 0];
    }
    return n;
}

/* The subtree under path[depth] lacks one black node on each way down. */
static void mend(struct node **path[], int depth, struct node *short_one) {
    while (depth >= 0 && !is_red(short_one)) {
        struct node **at = path[depth], *parent = *at;
        int side = parent->child[1] != short_one; /* of the sibling */
        struct node *sibling = parent->child[side];
        if (is_red(sibling)) {
            sibling->red = 0;
            parent->red = 1;
            rotate(at, side);
            path[++depth] = at = &sibling->child[!side];
            sibling = parent->child[side];
        }
        if (!is_red(sibling->child[0]) && !is_red(sibling->child[1])) {
            sibling->red = 1;
            short_one = parent;
            depth--;
            continue;
        }
        if (!is_red(sibling->child[side])) {
            rotate(&parent->child[side], !side);
            struct node *top = rotate(at, side);
            top->red = parent->red;
            parent->red = 0;
        } else {
            rotate(at, side);
            sibling->red = parent->red;
            parent->red = 0;
            sibling->child[side]->red = 0;
        }
        return;
    }
    if (short_one) short_one->red = 0;
}

void *tdelete(const void *restrict key, void **restrict root, __compar_fn_t compare) {
    if (!root || !*root) return NULL;
    struct node **path[DEEPEST], **at = (struct node **)root, *parent = *at;
    int depth = -1; /* of the links above `at` */
    for (int order; (order = compare(key, (*at)->key)) != 0;) {
        path[++depth] = at;
        parent = *at;
        at = &(*at)->child[order > 0];
        if (!*at) return NULL;
    }
    struct node *found = *at, *removed = found;
    if (found->child[0] && found->child[1]) {
        /* The smallest larger node is removed instead, after giving its key. */
        path[++depth] = at;
        at = &found->child[1];
        while ((*at)->child[0]) {
            path[++depth] = at;
            at = &(*at)->child[0];
        }
        removed = *at;
        found->key = removed->key;
    }
    struct node *only = removed->child[0] ? removed->child[0] : removed->child[1];
    *at = only;
    if (!removed->red) mend(path, depth, only);
    free(removed);
    return parent;
}

struct walk {
    __action_fn_t plain;
    void (*with_closure)(const void *node, VISIT which, void *closure);
    void *closure;
};
static void call(const struct walk *w, const struct node *n, VISIT which, int depth) {
    if (w->plain) w->plain(n, which, depth);
    else w->with_closure(n, which, w->closure);
}
static void walk(const struct walk *w, const struct node *n, int depth) {
    if (!n->child[0] && !n->child[1]) {
        call(w, n, leaf, depth);
        return;
    }
    call(w, n, preorder, depth);
    if (n->child[0]) walk(w, n->child[0], depth + 1);
    call(w, n, postorder, depth);
    if (n->child[1]) walk(w, n->child[1], depth + 1);
    call(w, n, endorder, depth);
}
void twalk(const void *root, __action_fn_t action) {
    struct walk w = {.plain = action};
    if (root && action) walk(&w, root, 0);
}
void twalk_r(const void *root, void (*action)(const void *, VISIT, void *), void *closure) {
    struct walk w = {.with_closure = action, .closure = closure};
    if (root && action) walk(&w, root, 0);
}
void tdestroy(void *root, __free_fn_t release) {
    struct node *n = root;
    if (!n) return;
    tdestroy(n->child[0], release);
    tdestroy(n->child[1], release);
    release((void *)n->key);
    free(n);
}
