// tries: to read what the kernel says
// outside: may escape
// plain: contained
#include "escape.h"
#include <sys/klog.h>
int main(void) {
    char text[64];
    TRY(klogctl(3, text, sizeof text) >= 0);
    REFUSED(klogctl(10, NULL, 0));
    return contained();
}
