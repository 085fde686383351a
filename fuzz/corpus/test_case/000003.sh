#!/bin/sh
. "$(dirname "$0")/../lib.sh"
# path d22a0cbdc7a98854510c6313b2b6634e, 2 decisions

program 'ex'
arg 'x'
variable 'MODE' ''
file 'in' ''

expect exit 3
expect stdout 'x\n'

run "$@"
