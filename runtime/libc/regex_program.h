/* What the regex compiler hands to the matcher: a program for a backtracking machine. */
#ifndef RIFT_REGEX_PROGRAM_H
#define RIFT_REGEX_PROGRAM_H

enum regex_op {
    OP_CHAR,  /* a: the byte */
    OP_ANY,   /* any byte; not newline under REG_NEWLINE */
    OP_SET,   /* a: index of the set */
    OP_SPLIT, /* try a, then b */
    OP_JUMP,  /* a */
    OP_SAVE,  /* a: register that gets the position */
    OP_MOVED, /* a: register; go to b unless the position moved since it was saved */
    OP_BACK,  /* a: group number */
    OP_LINE_START, OP_LINE_END,     /* ^ $ */
    OP_TEXT_START, OP_TEXT_END,     /* \` \' */
    OP_WORD_START, OP_WORD_END,     /* \< \> */
    OP_WORD_EDGE, OP_NO_WORD_EDGE,  /* \b \B */
    OP_MATCH
};
struct regex_instruction {
    enum regex_op op;
    int a, b;
};
struct regex_set {
    unsigned char bits[32];
};
struct regex_program {
    struct regex_instruction *code;
    int length, room;
    struct regex_set *sets;
    int set_count, set_room;
    int registers; /* two per group, then one per loop */
    int has_back_references;
};
#endif
