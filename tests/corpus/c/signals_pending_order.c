#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <setjmp.h>
#include <errno.h>
static int depth;
static void h(int s){ sigset_t m; sigprocmask(SIG_BLOCK,NULL,&m); printf("in %d depth %d mask %lx\n",s,++depth,m.__val[0]); depth--; }
static void si(int s, siginfo_t*i, void*c){ printf("info %d code %d val %d pid %d\n",s,i->si_code,i->si_value.sival_int,i->si_pid==getpid()); }
static sigjmp_buf jb;
static void jmp(int s){ puts("jmp"); siglongjmp(jb,1); }
static void again(int s){ static int n; printf("again %d\n",++n); if(n<3) { raise(SIGUSR1); raise(SIGUSR2);} puts("done"); }
int main(){ setvbuf(stdout,0,_IOLBF,0);
 struct sigaction o; signal(SIGUSR1,h); sigaction(SIGUSR1,NULL,&o); printf("%x %lx\n",o.sa_flags,o.sa_mask.__val[0]); signal(SIGUSR2,h); signal(SIGHUP,h); signal(SIGSEGV,h); signal(SIGTERM,h);
 sigset_t m,old; sigfillset(&m); printf("%lx\n",m.__val[0]); sigprocmask(SIG_BLOCK,&m,&old); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]);
 raise(SIGTERM);raise(SIGUSR2);raise(SIGSEGV);raise(SIGUSR1);raise(SIGHUP);
 sigprocmask(SIG_SETMASK,&old,NULL); puts("--");
 sigemptyset(&m); sigaddset(&m,SIGUSR1); sigaddset(&m,SIGUSR2); sigprocmask(SIG_BLOCK,&m,NULL); raise(SIGUSR1); raise(SIGUSR2);
 sigset_t e; sigemptyset(&e); sigaddset(&e,SIGUSR2); printf("susp %d %d\n", sigsuspend(&e), errno); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]);
 sigemptyset(&e); printf("susp %d\n", sigsuspend(&e)); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]);
 raise(SIGUSR1); raise(SIGUSR2); printf("susp %d\n", sigsuspend(&e)); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]);
 // ignore while blocked
 raise(SIGUSR1); sigpending(&m); printf("p %lx\n",m.__val[0]); signal(SIGUSR1,SIG_IGN); sigpending(&m); printf("p %lx\n",m.__val[0]); raise(SIGUSR1); sigpending(&m); printf("p %lx\n",m.__val[0]);
 signal(SIGUSR1,h); sigemptyset(&m); sigprocmask(SIG_SETMASK,&m,NULL); puts("--2");
 struct sigaction sa; memset(&sa,0,sizeof sa); sa.sa_sigaction=si; sa.sa_flags=SA_SIGINFO; sigaction(SIGRTMIN,&sa,0); sigaction(SIGRTMIN+1,&sa,0); sigaction(SIGUSR1,&sa,0); sigfillset(&m); sigprocmask(SIG_BLOCK,&m,0);
 union sigval v; for(int i=0;i<3;i++){v.sival_int=i; sigqueue(getpid(),SIGRTMIN+1,v); sigqueue(getpid(),SIGRTMIN,v); sigqueue(getpid(),SIGUSR1,v);} sigemptyset(&m); sigprocmask(SIG_SETMASK,&m,0);
 kill(getpid(),SIGUSR1); raise(SIGUSR1); puts("--3");
 // siglongjmp mask
 signal(SIGUSR2,jmp); if(!sigsetjmp(jb,1)) raise(SIGUSR2); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]);
 if(!sigsetjmp(jb,0)) raise(SIGUSR2); sigprocmask(SIG_BLOCK,NULL,&m); printf("%lx\n",m.__val[0]); sigemptyset(&m); sigprocmask(SIG_SETMASK,&m,0);
 signal(SIGUSR1,again); signal(SIGUSR2,h); raise(SIGUSR1); puts("--4");
 sa.sa_handler=again; sa.sa_flags=SA_NODEFER|SA_RESETHAND; sigaction(SIGHUP,&sa,0); raise(SIGHUP); sigaction(SIGHUP,0,&o); printf("%d %x\n",o.sa_handler==SIG_DFL,o.sa_flags);
 printf("%d %d %d %d\n",raise(0),raise(-1),raise(65),errno);
 sigemptyset(&m); sigaddset(&m,SIGINT); sigprocmask(SIG_BLOCK,&m,0); raise(SIGINT); int w; printf("%d",sigwait(&m,&w)); printf(" %d\n",w);
 siginfo_t in; kill(getpid(),SIGINT); printf("%d %d\n",sigwaitinfo(&m,&in),in.si_code); struct timespec ts={0,1000}; printf("%d %d\n",sigtimedwait(&m,&in,&ts),errno);
 printf("%d\n",sigismember(&m,99)); stack_t ss; sigaltstack(0,&ss); printf("%d %zu\n",ss.ss_flags,ss.ss_size);
 fflush(stdout); signal(SIGTERM,SIG_DFL); sigfillset(&m); sigprocmask(SIG_BLOCK,&m,0); raise(SIGTERM); puts("end"); return 0; }
