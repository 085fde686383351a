#include <stdio.h>
#include <wchar.h>
#include <locale.h>
int main(void) {
    printf("%d\n", setlocale(LC_ALL, "C.UTF-8") != NULL);
    FILE *f = fopen("w.txt", "w");
    printf("%d ", fwide(f, 0));
    fputws(L"wide \x20ac \xe9\n", f);
    fputwc(L'\x1F600', f);
    fwprintf(f, L"%d %ls %5.2f", 42, L"x", 2.5);
    printf("%d\n", fwide(f, 0) > 0);
    fclose(f);
    f = fopen("w.txt", "rb");
    int c;
    while ((c = getc(f)) != EOF) printf("%02x ", c);
    puts("");
    fclose(f);
    f = fopen("w.txt", "r");
    wchar_t b[32];
    printf("%d\n", fgetws(b, 32, f) != NULL);
    for (int i = 0; b[i]; i++) printf("%x ", (unsigned)b[i]);
    printf("%x\n", (unsigned)fgetwc(f));
    ungetwc(L'Q', f);
    printf("%x\n", (unsigned)getwc(f));
    int n;
    printf("%d %d\n", fwscanf(f, L"%d", &n), n);
    fclose(f);
    swprintf(b, 32, L"%ls|%s|%c|%lc", L"ws", "narrow\xc3\xa9", 'c', L'\xe8');
    for (int i = 0; b[i]; i++) printf("%x ", (unsigned)b[i]);
    puts("");
    printf("%ls %lc\n", L"\x3b1\x3b2", L'\x3b3');
    int a;
    wchar_t w[10];
    printf("%d %d\n", swscanf(L"12 word", L"%d %ls", &a, w), a);
    printf("%d\n", swprintf(b, 3, L"toolong"));
    return 0;
}
