return #{1,2}..("%5.1f"):format(2)
