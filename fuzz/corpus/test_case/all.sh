#!/bin/sh
. "$(dirname "$0")/../lib.sh"
# everything that a test can say

program 'tool'
arg '-f'
arg 'it\047s\n'
variable 'MODE' 'a%%b'
stdin '\000\377'
file 'dir/in' 'x'
file 'empty/' ''
object 'x' '\001\002'

expect stdout 'a'
expect stderr 'b'
expect file 'out' 'c'
expect removed 'dir/in'
expect directory 'made'
expect fault 'out-of-bounds' 'ex.c:3' 11

run "$@"
