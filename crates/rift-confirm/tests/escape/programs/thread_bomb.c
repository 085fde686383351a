// tries: to start more threads than the system can bear
// expect: limit or contained
// outside: never
#include "escape.h"
static void *wait_for_ever(void *unused) {
    pause();
    return unused;
}
int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16384);
    for (int i = 0; i < 100000; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, wait_for_ever, NULL)) return contained();
    }
    escaped("100,000 threads");
}
