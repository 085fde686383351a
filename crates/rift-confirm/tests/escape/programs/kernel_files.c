// tries: to read and write what /proc and /sys show of the kernel
// outside: escapes
#include "escape.h"
int main(void) {
    const char *files[] = {"/proc/cmdline", "/proc/kcore", "/proc/keys", "/proc/key-users", "/proc/kallsyms", "/proc/kmsg",
                           "/proc/config.gz", "/proc/interrupts", "/proc/modules", "/proc/partitions", "/proc/iomem",
                           "/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/osrelease", "/proc/sys/kernel/core_pattern",
                           "/proc/timer_list", "/proc/slabinfo", "/proc/bus/pci/devices", "/proc/diskstats",
                           "/sys/kernel/notes", "/sys/class/net/lo/address", "/dev/kmsg", "/dev/mem", "/dev/port"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) TRY(can_read(files[i]));
    const char *written[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger",
                             "/proc/irq/default_smp_affinity", "/proc/mtrr", "/proc/1/oom_score_adj", "/proc/self/oom_score_adj"};
    for (size_t i = 0; i < sizeof written / sizeof *written && !is_outside(); i++)
        if (open(written[i], O_WRONLY) >= 0) escaped(written[i]);
    return contained();
}
