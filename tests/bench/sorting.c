/* Sorting: heap sort and insertion sort of pseudo-random numbers, again and again. */
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 4096 };
static int values[COUNT];

static void sift(int *a, int root, int end) {
    while (2 * root + 1 < end) {
        int child = 2 * root + 1;
        if (child + 1 < end && a[child] < a[child + 1])
            child++;
        if (a[root] >= a[child])
            return;
        int swap = a[root];
        a[root] = a[child];
        a[child] = swap;
        root = child;
    }
}

static void heap_sort(int *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--)
        sift(a, i, n);
    for (int i = n - 1; i > 0; i--) {
        int swap = a[0];
        a[0] = a[i];
        a[i] = swap;
        sift(a, 0, i);
    }
}

static void insertion_sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int value = a[i], j = i;
        for (; j > 0 && a[j - 1] > value; j--)
            a[j] = a[j - 1];
        a[j] = value;
    }
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    unsigned seed = 1, sum = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < COUNT; i++) {
            seed = seed * 1103515245 + 12345;
            values[i] = (int)(seed >> 8);
        }
        insertion_sort(values, 128);
        heap_sort(values, COUNT);
        for (int i = 0; i < COUNT; i++)
            sum = sum * 31 + (unsigned)values[i];
    }
    printf("%u\n", sum);
    return 0;
}
