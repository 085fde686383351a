/*
 * lexer: splits a small programming language into tokens, one on each line of the output.
 *
 * Reads standard input. Each token is printed as its kind and its text; strings are printed with their escapes
 * resolved and everything unprintable as a hexadecimal number. Comments (`#` to the end of a line, nested
 * `(* ... *)`) and blanks are left out. An error is printed as a token too, and makes the exit status 1.
 */
#include <stdio.h>
#include <string.h>

#define LONGEST_TOKEN 40
#define DEEPEST_COMMENT 8
#define LARGEST_NUMBER 99999999L

enum token { WORD, KEYWORD, NUMBER, STRING, OPERATOR, ERROR, END };

static const char *const token_names[] = { "word", "keyword", "number", "string", "operator", "error" };

static const char *const keywords[] = { "do", "else", "end", "if", "let", "then", "while" };

/* Longer ones come first: the first that fits is taken. */
static const char *const operators[] = { "<=>", "<=", ">=", "==", "!=", "->", "<", ">", "=",
                                         "+",   "-",  "*",  "/",  "(",  ")",  ";", "," };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct lexer {
    int ahead[3];     /* characters that were read and not used */
    int waiting;      /* how many of them */
    int line;
    char text[LONGEST_TOKEN + 1];
    int length;
    long value;
};

/* --------------------------------------------------------------------------------------------- characters */

static int is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static int is_blank(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The value of a hexadecimal digit, or -1. */
static int hex_digit(int c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* ----------------------------------------------------------------------------------------------- look-ahead */

/* The character `distance` places ahead, at most 2; EOF at the end and beyond. */
static int peek(struct lexer *l, int distance)
{
    while (l->waiting <= distance)
        l->ahead[l->waiting++] = getchar();
    return l->ahead[distance];
}

static int take(struct lexer *l)
{
    int c = peek(l, 0);

    l->waiting--;
    for (int i = 0; i < l->waiting; i++)
        l->ahead[i] = l->ahead[i + 1];
    if (c == '\n')
        l->line++;
    return c;
}

/* What does not fit into the longest token is cut off. */
static void keep(struct lexer *l, int c)
{
    if (l->length < LONGEST_TOKEN)
        l->text[l->length++] = (char)c;
}

static enum token error(struct lexer *l, const char *message)
{
    strcpy(l->text, message);
    l->length = (int)strlen(message);
    return ERROR;
}

/* --------------------------------------------------------------------------------------------------- tokens */

/* Skips a comment that begins here; returns 0 if it never ends. */
static int skip_comment(struct lexer *l)
{
    int depth = 0;

    do {
        if (peek(l, 0) == EOF)
            return 0;
        if (peek(l, 0) == '(' && peek(l, 1) == '*') {
            if (depth == DEEPEST_COMMENT)
                return 0;
            depth++;
            take(l);
            take(l);
        } else if (peek(l, 0) == '*' && peek(l, 1) == ')') {
            depth--;
            take(l);
            take(l);
        } else {
            take(l);
        }
    } while (depth > 0);
    return 1;
}

/* Skips blanks and comments; returns 0 at a comment that never ends. */
static int skip_space(struct lexer *l)
{
    for (;;) {
        int c = peek(l, 0);

        if (is_blank(c)) {
            take(l);
        } else if (c == '#') {
            while (peek(l, 0) != '\n' && peek(l, 0) != EOF)
                take(l);
        } else if (c == '(' && peek(l, 1) == '*') {
            if (!skip_comment(l))
                return 0;
        } else {
            return 1;
        }
    }
}

static enum token read_word(struct lexer *l)
{
    while (is_letter(peek(l, 0)) || is_digit(peek(l, 0)))
        keep(l, take(l));
    l->text[l->length] = '\0';
    for (size_t i = 0; i < COUNT(keywords); i++) {
        if (strcmp(l->text, keywords[i]) == 0)
            return KEYWORD;
    }
    return WORD;
}

/* Decimal, or hexadecimal after `0x`. */
static enum token read_number(struct lexer *l)
{
    int base = 10;
    int too_large = 0;

    l->value = 0;
    if (peek(l, 0) == '0' && peek(l, 1) == 'x' && hex_digit(peek(l, 2)) >= 0) {
        base = 16;
        take(l);
        take(l);
    }
    for (;;) {
        int digit = hex_digit(peek(l, 0));

        if (digit < 0 || digit >= base)
            break;
        take(l);
        l->value = l->value * base + digit;
        if (l->value > LARGEST_NUMBER) {
            too_large = 1;
            l->value = LARGEST_NUMBER;
        }
    }
    if (too_large)
        return error(l, "number is too large");
    if (is_letter(peek(l, 0)))
        return error(l, "number ends in a letter");
    return NUMBER;
}

/* What follows a backslash. Returns -1 if it is no escape. */
static int read_escape(struct lexer *l)
{
    int c = take(l);
    int high;
    int low;

    switch (c) {
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case '\\':
    case '"':
        return c;
    case 'x':
        high = hex_digit(peek(l, 0));
        low = hex_digit(peek(l, 1));
        if (high < 0 || low < 0)
            return -1;
        take(l);
        take(l);
        return high * 16 + low;
    default:
        return -1;
    }
}

static enum token read_string(struct lexer *l)
{
    take(l);
    for (;;) {
        int c = peek(l, 0);

        if (c == EOF || c == '\n')
            return error(l, "string is not closed");
        take(l);
        if (c == '"')
            return STRING;
        if (c == '\\') {
            if (peek(l, 0) == EOF)
                return error(l, "string is not closed");
            c = read_escape(l);
            if (c < 0)
                return error(l, "unknown escape");
        }
        keep(l, c);
    }
}

static enum token read_operator(struct lexer *l)
{
    for (size_t i = 0; i < COUNT(operators); i++) {
        int length = (int)strlen(operators[i]);
        int same = 0;

        while (same < length && peek(l, same) == operators[i][same])
            same++;
        if (same == length) {
            for (int j = 0; j < length; j++)
                keep(l, take(l));
            return OPERATOR;
        }
    }
    take(l);
    return error(l, "unknown character");
}

static enum token next(struct lexer *l)
{
    int c;

    l->length = 0;
    if (!skip_space(l))
        return error(l, "comment is not closed");
    c = peek(l, 0);
    if (c == EOF)
        return END;
    if (is_letter(c))
        return read_word(l);
    if (is_digit(c))
        return read_number(l);
    if (c == '"')
        return read_string(l);
    return read_operator(l);
}

static void print(const struct lexer *l, int line, enum token token)
{
    printf("%d: %s ", line, token_names[token]);
    if (token == NUMBER) {
        printf("%ld\n", l->value);
        return;
    }
    for (int i = 0; i < l->length; i++) {
        unsigned char c = (unsigned char)l->text[i];

        if (c >= 0x20 && c < 0x7f)
            putchar(c);
        else
            printf("<%02x>", c);
    }
    putchar('\n');
}

int main(void)
{
    struct lexer l = { .line = 1 };
    int status = 0;

    for (;;) {
        enum token token = next(&l);

        if (token == END)
            break;
        if (token == ERROR)
            status = 1;
        print(&l, l.line, token);
    }
    return status;
}
