// tries: to leave System V objects and message queues for the next run, or to use those of others
// outside: escapes
// plain: contained
#include "escape.h"
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
int main(void) {
    int got = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (got >= 0) shmctl(got, IPC_RMID, NULL);
    TRY(got >= 0);
    REFUSED(shmget(0x52696674, 4096, IPC_CREAT | 0600));
    REFUSED(msgget(0x52696674, IPC_CREAT | 0600));
    REFUSED(semget(0x52696674, 1, IPC_CREAT | 0600));
    REFUSED(mq_open("/rift", O_CREAT | O_RDWR, 0600, NULL));
    return contained();
}
