/*
 * scheduler: which process runs when there are three priorities.
 *
 *     scheduler LOW MIDDLE HIGH < commands
 *
 * Begins with so many processes of each priority, numbered from 1 on. The first process of the highest priority is
 * the one that runs. Standard input holds commands, each a number and the numbers it needs:
 *
 *     1 P      a new process of priority P (1 low, 2 middle, 3 high)
 *     2 P N    the N-th process of priority P moves up to the next priority
 *     3        the running process blocks
 *     4 N      the N-th blocked process returns to its priority
 *     5        the running process has used up its time, and goes behind the others; if it did so three times
 *              running, it drops to the next lower priority
 *     6        the running process finishes: its number is printed
 *     7        all that are not blocked finish, one after the other
 *
 * A command that cannot be carried out is reported on standard error, and makes the exit status 1.
 */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 3
#define BLOCKED 0            /* the queue beside those of the priorities */
#define MAX_PROCESSES 28
#define MAX_INITIAL 9
#define TIRED 3
#define LARGEST_NUMBER 99
#define NOBODY (-1)

struct process {
    int priority;
    int expired;
    int behind;              /* the next one in its queue */
};

struct queue {
    int first;
    int last;
};

enum command { NEW = 1, UPGRADE, BLOCK, UNBLOCK, EXPIRE, FINISH, FLUSH };

static struct process processes[MAX_PROCESSES];
static int process_count;
static struct queue queues[LEVELS + 1];

/* ---------------------------------------------------------------------------------------------------- queues */

static void append(struct queue *queue, int who)
{
    processes[who].behind = NOBODY;
    if (queue->first == NOBODY)
        queue->first = who;
    else
        processes[queue->last].behind = who;
    queue->last = who;
}

/* Takes out the one at `place`, counted from 1; NOBODY if the queue is shorter. */
static int take_out(struct queue *queue, int place)
{
    int before = NOBODY;
    int who = queue->first;

    if (place < 1)
        return NOBODY;
    for (int i = 1; i < place && who != NOBODY; i++) {
        before = who;
        who = processes[who].behind;
    }
    if (who == NOBODY)
        return NOBODY;
    if (before == NOBODY)
        queue->first = processes[who].behind;
    else
        processes[before].behind = processes[who].behind;
    if (queue->last == who)
        queue->last = before;
    return who;
}

/* Takes out the one that runs; NOBODY if all are blocked or finished. */
static int take_running(void)
{
    for (int level = LEVELS; level >= 1; level--) {
        if (queues[level].first != NOBODY)
            return take_out(&queues[level], 1);
    }
    return NOBODY;
}

/* -------------------------------------------------------------------------------------------------- commands */

static int start(int priority)
{
    struct process *process;

    if (priority < 1 || priority > LEVELS)
        return 0;
    if (process_count == MAX_PROCESSES)
        return 0;
    process = &processes[process_count];
    process->priority = priority;
    process->expired = 0;
    append(&queues[priority], process_count);
    process_count++;
    return 1;
}

static int upgrade(int priority, int place)
{
    int who;

    if (priority < 1 || priority >= LEVELS)
        return 0;
    who = take_out(&queues[priority], place);
    if (who == NOBODY)
        return 0;
    processes[who].priority = priority + 1;
    processes[who].expired = 0;
    append(&queues[priority + 1], who);
    return 1;
}

static int block(void)
{
    int who = take_running();

    if (who == NOBODY)
        return 0;
    processes[who].expired = 0;
    append(&queues[BLOCKED], who);
    return 1;
}

static int unblock(int place)
{
    int who = take_out(&queues[BLOCKED], place);

    if (who == NOBODY)
        return 0;
    append(&queues[processes[who].priority], who);
    return 1;
}

static int expire(void)
{
    int who = take_running();
    struct process *process;

    if (who == NOBODY)
        return 0;
    process = &processes[who];
    process->expired++;
    if (process->expired == TIRED) {
        if (process->priority > 1)
            process->priority--;
        process->expired = 0;
    }
    append(&queues[process->priority], who);
    return 1;
}

static int finish(void)
{
    int who = take_running();

    if (who == NOBODY)
        return 0;
    printf("%d\n", who + 1);
    return 1;
}

static int flush(void)
{
    while (finish())
        ;
    return 1;
}

/* --------------------------------------------------------------------------------------------------- reading */

/* The next number, or -1 at the end; everything else separates numbers. */
static int read_number(void)
{
    int number = 0;
    int c = getchar();

    while (c != EOF && (c < '0' || c > '9'))
        c = getchar();
    if (c == EOF)
        return -1;
    while (c >= '0' && c <= '9') {
        number = number * 10 + (c - '0');
        if (number > LARGEST_NUMBER)
            number = LARGEST_NUMBER;
        c = getchar();
    }
    return number;
}

static int carry_out(int command)
{
    int priority;

    switch (command) {
    case NEW:
        return start(read_number());
    case UPGRADE:
        priority = read_number();
        return upgrade(priority, read_number());
    case BLOCK:
        return block();
    case UNBLOCK:
        return unblock(read_number());
    case EXPIRE:
        return expire();
    case FINISH:
        return finish();
    case FLUSH:
        return flush();
    default:
        return 0;
    }
}

int main(int argc, char **argv)
{
    int status = 0;
    int command;

    if (argc != LEVELS + 1) {
        fputs("usage: scheduler LOW MIDDLE HIGH\n", stderr);
        return 2;
    }
    for (int level = 0; level <= LEVELS; level++)
        queues[level].first = queues[level].last = NOBODY;
    for (int level = 1; level <= LEVELS; level++) {
        int count = atoi(argv[level]);

        if (count < 0 || count > MAX_INITIAL) {
            fprintf(stderr, "scheduler: bad number of processes: %d\n", count);
            return 2;
        }
        for (int i = 0; i < count; i++)
            start(level);
    }
    while ((command = read_number()) >= 0) {
        if (!carry_out(command)) {
            fprintf(stderr, "scheduler: cannot do %d\n", command);
            status = 1;
        }
    }
    return status;
}
