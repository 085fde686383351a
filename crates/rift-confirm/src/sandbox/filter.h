/* Which system calls a program under test may not make, as a seccomp filter: the second wall, behind the namespaces.
 *
 * What is refused is what an ordinary program does not need and what reaches far into the kernel, other processes or the
 * network. A refused call fails with an error that the program can handle, as on a kernel that lacks it; only calls of a
 * foreign instruction set (i386, x32), whose numbers would slip through the table, end the program. Errs towards
 * refusing: sockets and System V objects are refused although the sandbox has its own, because nothing of them may reach
 * the next run, and because where there is no bubblewrap they are not its own. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define NATIVE_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "name the architecture that seccomp filters see here"
#endif

/* Newer than some kernel headers. The numbers are the same on all architectures. */
enum {
    NR_PIDFD_GETFD = 438,
    NR_PROCESS_MADVISE = 440,
    NR_MOUNT_SETATTR = 442,
    NR_QUOTACTL_FD = 443,
    NR_MEMFD_SECRET = 447,
    NR_STATMOUNT = 457,
    NR_LISTMOUNT = 458,
    NR_OPEN_TREE_ATTR = 467,
};

struct refused {
    uint32_t number;
    uint16_t error;
};

static const struct refused REFUSED[] = {
    /* Other processes. */
    {SYS_ptrace, EPERM},
    {SYS_process_vm_readv, EPERM},
    {SYS_process_vm_writev, EPERM},
    {SYS_kcmp, EPERM},
    {NR_PIDFD_GETFD, EPERM},
    {NR_PROCESS_MADVISE, EPERM},
    {SYS_migrate_pages, EPERM},
    {SYS_move_pages, EPERM},
    /* Another view of the system. glibc does without clone3, whose flags a filter cannot see. */
    {SYS_clone3, ENOSYS},
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_chroot, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_open_tree, EPERM},
    {SYS_move_mount, EPERM},
    {SYS_fsopen, EPERM},
    {SYS_fsconfig, EPERM},
    {SYS_fsmount, EPERM},
    {SYS_fspick, EPERM},
    {NR_MOUNT_SETATTR, EPERM},
    {NR_OPEN_TREE_ATTR, EPERM},
    {NR_STATMOUNT, ENOSYS},
    {NR_LISTMOUNT, ENOSYS},
    {SYS_name_to_handle_at, EPERM},
    {SYS_open_by_handle_at, EPERM},
    {SYS_fanotify_init, EPERM},
    /* Keys, which are the user's and not a namespace's. */
    {SYS_add_key, ENOSYS},
    {SYS_request_key, ENOSYS},
    {SYS_keyctl, ENOSYS},
    /* Large parts of the kernel that ordinary programs do not need. */
    {SYS_bpf, EPERM},
    {SYS_perf_event_open, EPERM},
    {SYS_userfaultfd, EPERM},
    {SYS_io_uring_setup, ENOSYS},
    {SYS_io_uring_enter, ENOSYS},
    {SYS_io_uring_register, ENOSYS},
    {SYS_vhangup, EPERM},
    {SYS_lookup_dcookie, ENOSYS},
    /* Memory that no limit counts. */
    {SYS_memfd_create, ENOSYS},
    {NR_MEMFD_SECRET, ENOSYS},
    /* Objects that outlive the program. */
    {SYS_shmget, ENOSYS},
    {SYS_shmat, ENOSYS},
    {SYS_shmctl, ENOSYS},
    {SYS_msgget, ENOSYS},
    {SYS_msgctl, ENOSYS},
    {SYS_semget, ENOSYS},
    {SYS_semctl, ENOSYS},
    {SYS_mq_open, ENOSYS},
    {SYS_mq_unlink, ENOSYS},
    /* The system itself. */
    {SYS_syslog, EPERM},
    {SYS_reboot, EPERM},
    {SYS_kexec_load, EPERM},
#ifdef SYS_kexec_file_load
    {SYS_kexec_file_load, EPERM},
#endif
    {SYS_init_module, EPERM},
    {SYS_finit_module, EPERM},
    {SYS_delete_module, EPERM},
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_quotactl, EPERM},
    {NR_QUOTACTL_FD, EPERM},
    {SYS_acct, EPERM},
    {SYS_settimeofday, EPERM},
    {SYS_clock_settime, EPERM},
    {SYS_clock_adjtime, EPERM},
    {SYS_adjtimex, EPERM},
    {SYS_sethostname, EPERM},
    {SYS_setdomainname, EPERM},
    {SYS_nfsservctl, ENOSYS},
#ifdef __x86_64__
    {SYS_modify_ldt, EPERM},
    {SYS_iopl, EPERM},
    {SYS_ioperm, EPERM},
    {SYS_uselib, ENOSYS},
    {SYS_ustat, ENOSYS},
    {SYS_sysfs, ENOSYS},
    {SYS__sysctl, ENOSYS},
    {SYS_create_module, ENOSYS},
    {SYS_get_kernel_syms, ENOSYS},
    {SYS_query_module, ENOSYS},
#endif
};

enum { REFUSED_COUNT = sizeof REFUSED / sizeof *REFUSED, FILTER_ROOM = 2 * REFUSED_COUNT + 48 };
/* All that makes a namespace. CLONE_NEWTIME cannot be asked of clone(2). */
#define NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

struct filter {
    struct sock_filter steps[FILTER_ROOM];
    unsigned short length;
};

static void add(struct filter *filter, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
    filter->steps[filter->length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(struct filter *filter, size_t offset) { add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0); }

static void give(struct filter *filter, uint32_t action) { add(filter, BPF_RET | BPF_K, action, 0, 0); }

/* The lower half of an argument: that is all of it for the calls below (the machine is little-endian). */
static void load_argument(struct filter *filter, size_t number) {
    load(filter, offsetof(struct seccomp_data, args) + number * sizeof(uint64_t));
}

/* What follows, `steps` long, is for one system call only, and must end in a decision: it overwrites the number. */
static void only_for(struct filter *filter, uint32_t number, uint8_t steps) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, number, 0, steps);
}

/* The call is refused if its argument is not one of those. */
static void refuse_unless(struct filter *filter, uint32_t number, size_t argument, const uint32_t *values,
                          uint8_t count, uint16_t error) {
    only_for(filter, number, (uint8_t)(count + 3));
    load_argument(filter, argument);
    for (uint8_t i = 0; i < count; i++)
        add(filter, BPF_JMP | BPF_JEQ | BPF_K, values[i], (uint8_t)(count - i), 0);
    give(filter, SECCOMP_RET_ERRNO | error);
    give(filter, SECCOMP_RET_ALLOW);
}

static void make_filter(struct filter *filter) {
    filter->length = 0;
    load(filter, offsetof(struct seccomp_data, arch));
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, NATIVE_ARCHITECTURE, 1, 0);
    give(filter, SECCOMP_RET_KILL_PROCESS);
    load(filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* x32 has these. */
    add(filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    give(filter, SECCOMP_RET_KILL_PROCESS);
#endif
    for (size_t i = 0; i < REFUSED_COUNT; i++) {
        only_for(filter, REFUSED[i].number, 1);
        give(filter, SECCOMP_RET_ERRNO | REFUSED[i].error);
    }
    /* No network, and nobody else's sockets; pairs of sockets lead nowhere. */
    only_for(filter, SYS_socket, 1);
    give(filter, SECCOMP_RET_ERRNO | EAFNOSUPPORT);
    refuse_unless(filter, SYS_socketpair, 0, (uint32_t[]){AF_UNIX}, 1, EAFNOSUPPORT);
    refuse_unless(filter, SYS_personality, 0, (uint32_t[]){PER_LINUX, ADDR_NO_RANDOMIZE, 0xffffffff}, 3, EPERM);
    only_for(filter, SYS_clone, 4);
    load_argument(filter, 0);
    add(filter, BPF_JMP | BPF_JSET | BPF_K, (uint32_t)NAMESPACES, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    give(filter, SECCOMP_RET_ALLOW);
    /* Characters that a terminal takes for typed ones, and pasted ones. */
    only_for(filter, SYS_ioctl, 5);
    load_argument(filter, 1);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0);
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, TIOCLINUX, 0, 1);
    give(filter, SECCOMP_RET_ERRNO | EPERM);
    give(filter, SECCOMP_RET_ALLOW);
    give(filter, SECCOMP_RET_ALLOW);
}

/* For this process and all that it executes, for ever. */
static int install_filter(void) {
    struct filter filter;
    make_filter(&filter);
    struct sock_fprog program = {filter.length, filter.steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
