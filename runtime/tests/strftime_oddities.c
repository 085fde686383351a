/* Flags, widths, modifiers and odd years of strftime. */
#include <stdio.h>
#include <time.h>
#include <string.h>
int main(){ time_t t=1700000000; struct tm*l=gmtime(&t); char o[100],f[5];
for(int m=0;m<2;m++){ printf("%c accepts ","EO"[m]); for(int c=33;c<127;c++){ if(c=='E'||c=='O'||c=='%')continue; sprintf(f,"%%%c",c); strftime(o,100,f,l); int known=strcmp(o,f)!=0; sprintf(f,"%%%c%c","EO"[m],c); strftime(o,100,f,l); if(known&&strcmp(o,f)) putchar(c);} puts("");}
const char*fs[]={"%-5d","%-5H","%-5Y","%-12F","%12F","%_12F","%012F","%-F","%_F","%10z","%-10z","%_10z","%:z","%::z","%:::z","%-z","%_z","%5n","%5%","%-5%","%05%","%-5p","%5P","%#Z","%^Z","%5Z","%-5Z","%05Z","%#c","%^c","%#p","%^P","%^p","%_5Y","%-5s","%5s","%_5C","%_3y","%-y","%^%","%E%","%O%","%5","%E","%-","%1000d","%^F","%20c","%-20c","%020c","%_20c"};
for(int i=0;i<sizeof fs/sizeof*fs;i++){int n=strftime(o,100,fs[i],l);printf("%s [%s] %d\n",fs[i],n?o:"",n);}
for (int y=-2100;y<10000;y+=1999){struct tm w=*l;w.tm_year=y-1900; strftime(o,100,"%Y|%C|%y|%G|%g|%F|%5Y|%_5C|%-y|%_F|%12F|%_12F|%D",&w);puts(o);} for(int y=-205;y<13;y+=27){struct tm w=*l;w.tm_year=y-1900; strftime(o,100,"%Y|%C|%y|%G|%g|%F|%5Y|%_5C|%-y|%_F|%12F|%_12F|%D",&w);puts(o);} 
l->tm_gmtoff=-1800; strftime(o,100,"%z %_z %-z %_8z %-8z %08z",l);puts(o); l->tm_gmtoff=19800; strftime(o,100,"%z %_z %-z %_8z %-8z %08z",l);puts(o);
struct tm b=*l; for(int h=-1;h<27;h++){b.tm_hour=h; strftime(o,100,"%I %l %p ",&b);fputs(o,stdout);}
}
