#!/bin/sh
# Runs programs natively twice, linked with glibc and linked with this runtime, and compares what they show.
# usage: check.sh [program.c...]   (default: every runtime/tests/*.c; the work folder is /tmp/rift-native)
# A program may bring program.in (its stdin) and program.args (one line of arguments).
set -u
here=$(cd "$(dirname "$0")" && pwd)
runtime=$(dirname "$(dirname "$here")")
work=${RIFT_NATIVE_DIR:-/tmp/rift-native}
mkdir -p "$work"
flags="-std=gnu17 -O1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fno-builtin -fno-stack-protector \
 -U_FORTIFY_SOURCE -gline-tables-only -Wall -Wextra -I$runtime/include"

for source in "$runtime"/libc/*.c "$here"/machine.c; do
    object="$work/$(basename "$source" .c).o"
    if [ ! -e "$object" ] || [ -n "$(find "$source" "$runtime"/libc/*.h "$runtime"/include/rift.h -newer "$object" 2>/dev/null | head -1)" ]; then
        clang-22 $flags -c "$source" -o "$object" || { rm -f "$object"; echo "does not compile: $source"; }
    fi
done
rm -f "$work/librift.a"
ar rcs "$work/librift.a" "$work"/*.o

failed=0
[ $# -gt 0 ] || set -- "$runtime"/tests/*.c
for program in "$@"; do
    program=$(realpath "$program")
    name=$(basename "$program" .c)
    dir="$work/run.$name"
    rm -rf "$dir"; mkdir -p "$dir/old" "$dir/new"
    common="-std=gnu17 -O1 -w -g -fno-stack-protector -U_FORTIFY_SOURCE -fno-builtin $(sed -n 's/^.*check.sh flags: //p' "$program")"
    clang-22 $common "$program" -o "$dir/old/$name" -lm || { failed=1; continue; }
    clang-22 $common -fno-pie -no-pie -static -nostdlib -Wl,--warn-unresolved-symbols "$work/machine.o" "$program" "$work/librift.a" -o "$dir/new/$name" 2> "$dir/link" ||
        { echo "LINK  $name"; grep -o 'undefined reference to.*' "$dir/link" | sort | uniq -c | head -20; failed=1; continue; }
    input=/dev/null; [ -e "${program%.c}.in" ] && input="${program%.c}.in"
    args=""; [ -e "${program%.c}.args" ] && args=$(cat "${program%.c}.args")
    for side in old new; do
        ( mkdir "$dir/$side/cwd" && cd "$dir/$side/cwd" &&
          eval "env -i PATH=/bin TESTING=yes timeout 20 ../$name $args" < "$input" > ../stdout 2> ../stderr; echo "$?" > ../status )
    done
    if cmp -s "$dir/old/stdout" "$dir/new/stdout" && cmp -s "$dir/old/stderr" "$dir/new/stderr" &&
       cmp -s "$dir/old/status" "$dir/new/status"; then
        echo "ok    $name ($(wc -c < "$dir/old/stdout") bytes)"
    else
        echo "DIFF  $name"; failed=1
        for what in stdout stderr status; do diff -a "$dir/old/$what" "$dir/new/$what" | head -${LINES_SHOWN:-12}; done
    fi
done
exit $failed
