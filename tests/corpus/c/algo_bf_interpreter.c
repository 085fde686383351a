#include <stdio.h>
#include <string.h>
static void run(const char *p, const char *in) {
    static unsigned char t[3000];
    int st[100], sp = 0, jmp[2000], d = 50;
    memset(t, 0, sizeof t);
    int n = (int)strlen(p);
    for (int i = 0; i < n; i++) if (p[i] == '[') st[sp++] = i;
    else if (p[i] == ']') { jmp[i] = st[--sp]; jmp[st[sp]] = i; }
    long steps = 0;
    for (int i = 0; i < n; i++, steps++) switch (p[i]) {
        case '>': d++;
        break;
        case '<': d--;
        break;
        case '+': t[d]++;
        break;
        case '-': t[d]--;
        break;
        case '.': putchar(t[d]);
        break;
        case ',': t[d] = (unsigned char)(*in ? *in++ : 0);
        break;
        case '[': if (!t[d]) i = jmp[i];
        break;
        case ']': if (t[d]) i = jmp[i];
    }
    printf("<%ld>\n", steps);
}
int main(void) {
    run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.",
        "");
    run(",[.-]", "\x05");
    run(",[>,]<[.<]", "reverse");
    run("-[------->+<]>-.-[->+++++<]>++.+++++++..+++.", "");
    run(">++++[<++++++++>-]>++++++++[>++++<-]>>++>>>+>>>+<<<<<<<<<<[-[>>.<<-]]", "");
    return 0;
}
