a.bc: a.c /usr/include/stdio.h \
  b.h
