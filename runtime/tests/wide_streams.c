/* Wide output and input in the C locale. */
#include <stdio.h>
#include <wchar.h>
#include <errno.h>
int main(void) {
    printf("%d\n", fwide(stderr, 0)); wchar_t l[50]; fwprintf(stderr, L"wide %d %ls %s|%5lc|\n", 5, L"text", "narrow", L'x'); fprintf(stderr, "ignored?"); fputws(L"line\n", stderr); fputwc(L'q', stderr); fputwc(L'\n', stderr); fputwc(0x4e00, stderr); fputwc(L'\n', stderr);
    printf("%d %d\n", fwide(stderr, -1) > 0, fwide(stdout, 1) < 0); 
    FILE *f = fopen("w", "w+"); fputws(L"hello wide\nsecond 42", f); rewind(f); printf("%ls", fgetws(l, 50, f)); int n; printf("%d", fwscanf(f, L"%ls %d", l, &n)); printf(" %ls %d %d\n", l, n, fgetwc(f) == WEOF); fclose(f);
    f = fopen("w", "w"); fputs("a\xe9z", f); fclose(f); f = fopen("w", "r"); printf("%d ", fgetwc(f)); errno = 0; int r = fgetwc(f); printf("%d %d %d\n", r, errno, ferror(f)); 
    return 0;
}
