#!/bin/bash
# Compares the pure functions of runtime/libc with the system's glibc, natively.
#
# Each tests/<name>_compare.c is built twice: against glibc, and with our functions, whose symbols get a prefix so
# that both can live in one process (output still goes through glibc). The two outputs must be equal.
#
#   native_compare.sh                    all tests with their usual counts
#   native_compare.sh strtod 400000      one test with a count
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
files="string string_search path_names errors ctype integer decimal format format_spec format_float format_string
       scan scan_number scan_text strtod cvt wchar wchar_classes wchar_convert wchar_number wctype unicode_tables locale format_wide fortify"
flags="-std=gnu17 -O1 -fno-builtin -fno-stack-protector -U_FORTIFY_SOURCE"

objects=
for file in $files; do
    clang-22 $flags -Wall -Wextra -I"$here/../include" -c "$here/../libc/$file.c" -o "$work/$file.o"
    objects="$objects $work/$file.o"
done
ld -r -o "$work/ours.o" $objects
llvm-nm-22 --defined-only --extern-only --format=just-symbols "$work/ours.o" | sort -u |
    awk '{ print $1 " ours_" $1 }' >"$work/symbols"
llvm-objcopy-22 --redefine-syms="$work/symbols" "$work/ours.o"

compare() {
    local test=$1_compare count=$2
    clang-22 $flags -w -c "$here/$test.c" -o "$work/$test.o"
    llvm-objcopy-22 --redefine-syms="$work/symbols" "$work/$test.o" "$work/$test.ours.o"
    clang-22 "$work/$test.o" -o "$work/$test.glibc" -lm
    clang-22 "$work/$test.ours.o" "$work/ours.o" -o "$work/$test.ours" -lm
    "$work/$test.glibc" "$count" >"$work/expected"
    "$work/$test.ours" "$count" >"$work/got"
    cmp "$work/expected" "$work/got" && echo "$test $count: equal ($(wc -l <"$work/expected") lines)"
}

if [ $# -eq 2 ]; then
    compare "$1" "$2"
else
    compare format 300000
    compare strtod 300000
    compare scan 300000
    compare integer 300000
    compare string 50000
    compare wide 50000
    compare cvt 100000
    compare utf8 30000
fi
