#!/bin/sh
. "$(dirname "$0")/../lib.sh"
# path e4abe53a869d11aaab7c2c65d125f70f, 3 decisions

program 'ex'
arg ''
variable 'MODE' ''
file 'in' ''

expect exit 0
expect file 'out' '-1\n'

run "$@"
