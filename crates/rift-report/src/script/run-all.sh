#!/bin/sh
# Runs every test of this directory: sh run-all.sh PROGRAM
# Exit status 0: all as expected; 1: some not; 2: some could not be run.
set -u
[ $# -eq 1 ] || { echo "usage: sh $0 PROGRAM" >&2 && exit 2; }
ok=0 different=0 skipped=0 trouble=0
for test in "$(dirname "$0")"/tests/*.sh; do
    [ -s "$test" ] || continue
    said=$(sh "$test" "$1" 2>&1)
    case $? in
    0) ok=$((ok + 1)) ;;
    77) skipped=$((skipped + 1)) ;;
    1) different=$((different + 1)) && printf '%s\n' "$said" ;;
    *) trouble=$((trouble + 1)) && printf '%s\n' "$said" ;;
    esac
done
echo "$ok as expected, $different different, $skipped skipped, $trouble could not be run"
[ $trouble -eq 0 ] || exit 2
[ $different -eq 0 ] || exit 1
