/*
 * statistics: totals of tables of counts, and how far their rows and columns depend on each other.
 *
 * Standard input holds tables, one after the other: the number of rows, the number of columns, and then the
 * entries, row by row. `#` begins a comment that ends with its line. For each table its totals, its mean and
 * variance, its extremes, and Pearson's sum of (observed - expected)^2 / expected are printed, and at the end what
 * all tables sum up to. The first table that cannot be used ends the run, with exit status 1.
 */
#include <stdio.h>

#define MAX_ROWS 8
#define MAX_COLUMNS 8
#define LARGEST_ENTRY 100000
#define COMMENT '#'

/* The sum that is exceeded by chance once in twenty times, for 1, 2, .. degrees of freedom. */
static const double critical[] = { 3.84, 5.99, 7.81, 9.49 };

#define CRITICAL_COUNT ((int)(sizeof critical / sizeof critical[0]))

enum reading { VALUE, NOTHING_LEFT, NO_NUMBER };

enum verdict { USABLE, NO_TABLE, BAD_SIZE, BAD_ENTRY, NEGATIVE_ENTRY };

static const char *const complaints[] = { "", "", "bad size", "bad entry", "negative entry" };

struct table {
    int rows;
    int columns;
    long entries[MAX_ROWS][MAX_COLUMNS];
    long row_totals[MAX_ROWS];
    long column_totals[MAX_COLUMNS];
    long total;
};

struct summary {
    int tables;
    long total;
    int freedom;
    double dependence;
};

/* --------------------------------------------------------------------------------------------------- reading */

/* The next character that is neither blank nor in a comment. */
static int next_character(void)
{
    int c = getchar();

    while (c == ' ' || c == '\t' || c == '\n' || c == COMMENT) {
        if (c == COMMENT) {
            while (c != '\n' && c != EOF)
                c = getchar();
        } else {
            c = getchar();
        }
    }
    return c;
}

/* Numbers beyond LARGEST_ENTRY are taken for it. */
static enum reading read_number(long *number)
{
    int c = next_character();
    int negative = 0;
    int digits = 0;

    if (c == EOF)
        return NOTHING_LEFT;
    if (c == '-') {
        negative = 1;
        c = getchar();
    }
    *number = 0;
    while (c >= '0' && c <= '9') {
        *number = *number * 10 + (c - '0');
        if (*number > LARGEST_ENTRY)
            *number = LARGEST_ENTRY;
        digits++;
        c = getchar();
    }
    ungetc(c, stdin);
    if (negative)
        *number = -*number;
    return digits > 0 ? VALUE : NO_NUMBER;
}

static enum verdict read_table(struct table *t)
{
    long rows;
    long columns;
    enum reading reading = read_number(&rows);

    if (reading == NOTHING_LEFT)
        return NO_TABLE;
    if (reading != VALUE || read_number(&columns) != VALUE)
        return BAD_SIZE;
    if (rows < 1 || columns < 1)
        return BAD_SIZE;
    if (rows > MAX_ROWS || columns > MAX_COLUMNS)
        return BAD_SIZE;
    t->rows = (int)rows;
    t->columns = (int)columns;
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            if (read_number(&t->entries[r][c]) != VALUE)
                return BAD_ENTRY;
            if (t->entries[r][c] < 0)
                return NEGATIVE_ENTRY;
        }
    }
    return USABLE;
}

/* ------------------------------------------------------------------------------------------------- computing */

static void add_up(struct table *t)
{
    for (int r = 0; r < t->rows; r++)
        t->row_totals[r] = 0;
    for (int c = 0; c < t->columns; c++)
        t->column_totals[c] = 0;
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            t->row_totals[r] += t->entries[r][c];
            t->column_totals[c] += t->entries[r][c];
        }
    }
    t->total = 0;
    for (int r = 0; r < t->rows; r++)
        t->total += t->row_totals[r];
}

static double mean(const struct table *t)
{
    return (double)t->total / (t->rows * t->columns);
}

static double variance(const struct table *t)
{
    double middle = mean(t);
    double sum = 0;

    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            double away = t->entries[r][c] - middle;

            sum += away * away;
        }
    }
    return sum / (t->rows * t->columns);
}

static int degrees_of_freedom(const struct table *t)
{
    return (t->rows - 1) * (t->columns - 1);
}

/* Cells that could not have counted anything say nothing and are left out. */
static double dependence(const struct table *t)
{
    double sum = 0;

    if (t->total == 0)
        return 0;
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            double expected = (double)t->row_totals[r] * t->column_totals[c] / t->total;
            double away = t->entries[r][c] - expected;

            if (expected > 0)
                sum += away * away / expected;
        }
    }
    return sum;
}

static const char *judgement(double sum, int freedom)
{
    if (freedom < 1)
        return "nothing to compare";
    if (freedom > CRITICAL_COUNT)
        return "too large to judge";
    if (sum > critical[freedom - 1])
        return "dependent";
    return "independent";
}

/* -------------------------------------------------------------------------------------------------- printing */

static void print_extremes(const struct table *t)
{
    long smallest = t->entries[0][0];
    long largest = t->entries[0][0];
    int row = 0;
    int column = 0;

    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++) {
            if (t->entries[r][c] < smallest)
                smallest = t->entries[r][c];
            if (t->entries[r][c] > largest) {
                largest = t->entries[r][c];
                row = r;
                column = c;
            }
        }
    }
    printf("from %ld to %ld in row %d, column %d\n", smallest, largest, row + 1, column + 1);
}

static void print_table(const struct table *t)
{
    printf("rows:");
    for (int r = 0; r < t->rows; r++)
        printf(" %ld", t->row_totals[r]);
    printf("\ncolumns:");
    for (int c = 0; c < t->columns; c++)
        printf(" %ld", t->column_totals[c]);
    printf("\ntotal %ld, mean %.2f, variance %.2f\n", t->total, mean(t), variance(t));
    print_extremes(t);
    printf("sum %.2f: %s\n", dependence(t), judgement(dependence(t), degrees_of_freedom(t)));
}

int main(void)
{
    static struct table table;
    struct summary all = { 0, 0, 0, 0.0 };

    for (;;) {
        enum verdict verdict = read_table(&table);

        if (verdict == NO_TABLE)
            break;
        all.tables++;
        if (verdict != USABLE) {
            printf("table %d: %s\n", all.tables, complaints[verdict]);
            return 1;
        }
        add_up(&table);
        printf("table %d\n", all.tables);
        print_table(&table);
        all.total += table.total;
        all.freedom += degrees_of_freedom(&table);
        all.dependence += dependence(&table);
    }
    printf("%d tables, total %ld, sum %.2f: %s\n", all.tables, all.total, all.dependence,
           judgement(all.dependence, all.freedom));
    return 0;
}
