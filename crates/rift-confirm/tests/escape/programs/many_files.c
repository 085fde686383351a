// tries: to make millions of empty files
// expect: file limit
// outside: never
#include "escape.h"
int main(void) {
    for (int i = 0; i < 5000000; i++) {
        char name[100];
        snprintf(name, sizeof name, "/tmp/%d", i);
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
    escaped("5 million files");
}
