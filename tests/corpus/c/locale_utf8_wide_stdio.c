// rift: env LANG=C.UTF-8
// rift: stdin ab\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 x\ny12\n rest of \xc3\xa4 line\n w\xc3\xb6rd 77 \xc3\xa9x\xc3\xa9z\xff
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>
#include <string.h>
#include <errno.h>
#include <langinfo.h>
int main(void){
 printf("%s\n", setlocale(LC_ALL,"")); printf("%s %zu\n",nl_langinfo(CODESET),MB_CUR_MAX);
 wprintf(L"%ls %lc %s|%5ls|%-5ls|%.2s\n", L"h\u00e9llo \u20ac", L'\u00df', "na\xc3\xafve", L"\u4e2d", L"\u00fc", "\xc3\xa9\xc3\xa9\xc3\xa9");
 wchar_t b[40]; int n; int r=swscanf(L"\u00e9t\u00e9 42 \u4e2d", L"%ls %d %lc%n", b,&n,b+20,b+30); wprintf(L"%d %ls %d %lc %d\n",r,b,n,b[20],b[30]);
 wint_t c; int k=0; while((c=getwchar())!=WEOF && k++<12) wprintf(L"%x ",c); wprintf(L"\n");
 ungetwc(L'\u20ac',stdin); wprintf(L"%x\n",getwchar()); wchar_t line[50]; if(fgetws(line,50,stdin)) wprintf(L"[%ls]",line);
 r=wscanf(L"%ls %d %l[\u00e9x]",b,&n,b+20); wprintf(L"%d %ls %d %ls\n",r,b,n,b+20); 
 c=getwchar(); wprintf(L"%x\n",c); c=getwchar(); wprintf(L"%x %d %d\n",c,errno,ferror(stdin));
 errno=0; wprintf(L"%x", fputwc(0xd800,stdout)); wprintf(L" %d %d\n",errno, ferror(stdout)); clearerr(stdout);
 for(const wchar_t*p=L"Az\u00c9\u00e9\u0416\u4e2d\u0660 \u2003\U0001F600";*p;p++) wprintf(L"%d%d%d%d%d%d:%x:%x:%d ",!!iswalpha(*p),!!iswupper(*p),!!iswlower(*p),!!iswdigit(*p),!!iswspace(*p),!!iswprint(*p),towupper(*p),towlower(*p),wcwidth(*p)); wprintf(L"\n%d\n",wcswidth(L"a\u4e2d\u0301",10));
 wprintf(L"%d %d\n",wcscasecmp(L"\u00c9T",L"\u00e9t"),wcscoll(L"a",L"\u00e9")<0);
 FILE*f=fopen("t","w,ccs=UTF-8"); if(f){fputws(L"\u20ac\n",f); fclose(f);} f=fopen("t","r"); int x; while((x=getc(f))!=EOF) wprintf(L"%02x ",x); wprintf(L"\n"); fclose(f);
 char *mem; size_t sz; f=open_memstream(&mem,&sz); fwprintf(f,L"\u00e9%d",5); fclose(f); wprintf(L"%zu %s\n",sz,mem);
 return 0; }
