a.o: my\ file.c x\#y $$z
