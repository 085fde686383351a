#!/bin/sh
. "$(dirname "$0")/../lib.sh"
# path 080cd23fa6636f4efa6eaa60d50f2696, 3 decisions

program 'ex'
arg ''
variable 'MODE' 'q'
file 'in' ''

expect exit 4
expect stderr 'quiet\n'

run "$@"
