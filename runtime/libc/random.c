/* rand, random and the drand48 family with glibc's sequences; arc4random from getrandom. */
#define _GNU_SOURCE
#include "streams.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* --- random: additive feedback, x[i] = x[i-degree] + x[i-separation] --- */

static const struct {
    int degree, separation;
    size_t bytes;
} kinds[5] = {{0, 0, 8}, {7, 3, 32}, {15, 1, 64}, {31, 3, 128}, {63, 1, 256}};

/* The word before a state says its kind and the place of its rear pointer, as in glibc, for setstate. */
static void remember(struct random_data *r) {
    r->state[-1] = r->rand_type == 0 ? 0 : 5 * (int)(r->rptr - r->state) + r->rand_type;
}

int random_r(struct random_data *restrict r, int32_t *restrict result) {
    if (r->rand_type == 0) {
        *result = r->state[0] = (int32_t)(((uint32_t)r->state[0] * 1103515245u + 12345u) & 0x7fffffff);
        return 0;
    }
    *r->fptr = (int32_t)((uint32_t)*r->fptr + (uint32_t)*r->rptr);
    *result = (int32_t)((uint32_t)*r->fptr >> 1);
    if (++r->fptr >= r->end_ptr) r->fptr = r->state;
    if (++r->rptr >= r->end_ptr) r->rptr = r->state;
    return 0;
}

int srandom_r(unsigned seed, struct random_data *r) {
    if (r->rand_type < 0 || r->rand_type > 4) {
        errno = EINVAL;
        return -1;
    }
    r->state[0] = (int32_t)(seed ? seed : 1);
    if (r->rand_type == 0) return 0;
    int64_t word = r->state[0];
    for (int i = 1; i < r->rand_deg; i++) {
        /* 16807 * word modulo 2^31-1, by Schrage's method so that negative seeds give glibc's words. */
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0) word += 2147483647;
        r->state[i] = (int32_t)word;
    }
    r->fptr = r->state + r->rand_sep;
    r->rptr = r->state;
    for (int i = 0; i < 10 * r->rand_deg; i++) {
        int32_t discarded;
        random_r(r, &discarded);
    }
    return 0;
}

int initstate_r(unsigned seed, char *restrict state, size_t size, struct random_data *restrict r) {
    if (size < 8) {
        errno = EINVAL;
        return -1;
    }
    int kind = 4;
    while (kinds[kind].bytes > size) kind--;
    if (r->state) remember(r);
    r->rand_type = kind;
    r->rand_deg = kinds[kind].degree;
    r->rand_sep = kinds[kind].separation;
    r->state = (int32_t *)state + 1;
    r->end_ptr = r->state + r->rand_deg;
    r->fptr = r->rptr = r->state;
    srandom_r(seed, r);
    remember(r);
    return 0;
}

int setstate_r(char *restrict state, struct random_data *restrict r) {
    int32_t *words = (int32_t *)state + 1;
    int kind = words[-1] % 5, rear = words[-1] / 5;
    if (kind < 0) {
        errno = EINVAL;
        return -1;
    }
    remember(r);
    r->rand_type = kind;
    r->rand_deg = kinds[kind].degree;
    r->rand_sep = kinds[kind].separation;
    r->state = words;
    r->end_ptr = words + r->rand_deg;
    r->fptr = r->rptr = words;
    if (kind != 0) {
        r->rptr = words + rear;
        r->fptr = words + (rear + r->rand_sep) % r->rand_deg;
    }
    return 0;
}

static int32_t default_state[32];
static struct random_data shared;

/* The default state is that of srandom(1); it is made on first use. */
static struct random_data *the_state(void) {
    if (!shared.state) initstate_r(1, (char *)default_state, sizeof default_state, &shared);
    return &shared;
}
long random(void) {
    int32_t result;
    random_r(the_state(), &result);
    return result;
}
int rand(void) { return (int)random(); }
void srandom(unsigned seed) { srandom_r(seed, the_state()); }
void srand(unsigned seed) { srandom_r(seed, the_state()); }
char *initstate(unsigned seed, char *state, size_t size) {
    char *before = (char *)(the_state()->state - 1);
    return initstate_r(seed, state, size, &shared) < 0 ? NULL : before;
}
char *setstate(char *state) {
    char *before = (char *)(the_state()->state - 1);
    return setstate_r(state, &shared) < 0 ? NULL : before;
}

int rand_r(unsigned *seed) {
    unsigned next = *seed;
    next = next * 1103515245 + 12345;
    unsigned result = next / 65536 % 2048;
    for (int i = 0; i < 2; i++) {
        next = next * 1103515245 + 12345;
        result = result << 10 ^ next / 65536 % 1024;
    }
    *seed = next;
    return (int)result;
}

/* --- drand48: 48-bit linear congruence --- */

static struct drand48_data shared48;

static uint64_t pack(const unsigned short x[3]) { return (uint64_t)x[2] << 32 | (uint64_t)x[1] << 16 | x[0]; }
static void unpack(uint64_t value, unsigned short x[3]) {
    x[0] = (unsigned short)value, x[1] = (unsigned short)(value >> 16), x[2] = (unsigned short)(value >> 32);
}
static void use_default_constants(struct drand48_data *d) {
    d->__a = 0x5deece66dull;
    d->__c = 0xb;
    d->__init = 1;
}
static uint64_t step(unsigned short x[3], struct drand48_data *d) {
    if (!d->__init) use_default_constants(d);
    uint64_t value = (pack(x) * d->__a + d->__c) & 0xffffffffffffull;
    unpack(value, x);
    return value;
}
static double as_double(uint64_t value) { return (double)value / 281474976710656.0; }

int erand48_r(unsigned short x[3], struct drand48_data *d, double *result) { return *result = as_double(step(x, d)), 0; }
int nrand48_r(unsigned short x[3], struct drand48_data *d, long *result) { return *result = (long)(step(x, d) >> 17), 0; }
int jrand48_r(unsigned short x[3], struct drand48_data *d, long *result) {
    return *result = (int32_t)(step(x, d) >> 16), 0;
}
int drand48_r(struct drand48_data *restrict d, double *restrict result) { return erand48_r(d->__x, d, result); }
int lrand48_r(struct drand48_data *restrict d, long *restrict result) { return nrand48_r(d->__x, d, result); }
int mrand48_r(struct drand48_data *restrict d, long *restrict result) { return jrand48_r(d->__x, d, result); }
int srand48_r(long seed, struct drand48_data *d) {
    unpack(((uint64_t)(uint32_t)seed << 16) | 0x330e, d->__x);
    use_default_constants(d);
    return 0;
}
int seed48_r(unsigned short seed[3], struct drand48_data *d) {
    memcpy(d->__old_x, d->__x, sizeof d->__x);
    memcpy(d->__x, seed, sizeof d->__x);
    use_default_constants(d);
    return 0;
}
int lcong48_r(unsigned short p[7], struct drand48_data *d) {
    memcpy(d->__x, p, sizeof d->__x);
    d->__a = pack(p + 3);
    d->__c = p[6];
    d->__init = 1;
    return 0;
}

double erand48(unsigned short x[3]) { return as_double(step(x, &shared48)); }
long nrand48(unsigned short x[3]) { return (long)(step(x, &shared48) >> 17); }
long jrand48(unsigned short x[3]) { return (int32_t)(step(x, &shared48) >> 16); }
double drand48(void) { return erand48(shared48.__x); }
long lrand48(void) { return nrand48(shared48.__x); }
long mrand48(void) { return jrand48(shared48.__x); }
void srand48(long seed) { srand48_r(seed, &shared48); }
unsigned short *seed48(unsigned short seed[3]) {
    seed48_r(seed, &shared48);
    return shared48.__old_x;
}
void lcong48(unsigned short p[7]) { lcong48_r(p, &shared48); }

/* --- arc4random: straight from the kernel --- */

void arc4random_buf(void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got <= 0) __rift_unsupported("arc4random without getrandom");
        at += got;
        size -= (size_t)got;
    }
}
uint32_t arc4random(void) {
    uint32_t value;
    arc4random_buf(&value, sizeof value);
    return value;
}
uint32_t arc4random_uniform(uint32_t bound) {
    if (bound < 2) return 0;
    uint32_t low = -bound % bound; /* values below would favour small results */
    for (;;) {
        uint32_t value = arc4random();
        if (value >= low) return value % bound;
    }
}
