# What the tests of this directory have in common: a test describes an input and what a program is expected to do
# with it, and `run` runs the program and compares.
#
#   sh tests/000001.sh PROGRAM     exit status 0: as expected; 1: not; 2: could not be run; 77: skipped
#   sh run-all.sh PROGRAM          all of them
#
# PROGRAM runs in an empty directory that is removed afterwards, with the variables of the test and no others, and,
# where there is timeout(1), for at most RIFT_TIME_LIMIT seconds (10). A test that expects the program not to end gives it
# the seconds of the test. One that expects a memory fault that a plain build need not notice takes a build with
# AddressSanitizer, which has to see one; one that counts the reports of an error takes a build with that sanitizer and
# -fsanitize-recover, and compares nothing else. An exit status of 128 + N cannot be told from death by signal N here. Files with absolute names
# are neither made nor compared.
#
# Strings are formats of printf(1): \n, \t, \r, \\, %% and, for any other byte, \ooo with its octal number.

set -u
umask 022
LC_ALL=C
export LC_ALL

trouble() {
    printf '%s: %s\n' "$0" "$1" >&2
    exit 2
}

skip() {
    printf '%s: skipped: %s\n' "$0" "$1"
    exit 77
}

here=$PWD
place=$(mktemp -d) || trouble 'cannot make a temporary directory'
trap 'cd / && rm -rf "$place"' 0
trap 'exit 2' 1 2 15
mkdir "$place/work" "$place/bin" "$place/expected"
: >"$place/stdin"
: >"$place/expected.stdout"
: >"$place/expected.stderr"

name=program
arguments=
variables=
count=0
written=
removed=
known=
given=
ends=
seconds=${RIFT_TIME_LIMIT:-10}
is_endless=no
sanitizer=
reports=
# To write so many bytes is to write without end.
most=67108864

# decode STRING: sets `decoded`. A command substitution would lose newlines at the end, so something follows them.
decode() {
    case $1 in
    *[\\%]*) decoded=$(printf -- "$1x") && decoded=${decoded%x} ;;
    *) decoded=$1 ;;
    esac
}

# keep VALUE: keeps it in a variable of its own; `kept` is what expands to it under eval.
keep() {
    count=$((count + 1))
    eval "kept_$count=\$1"
    kept="\"\$kept_$count\""
}

program() {
    decode "$1"
    name=$decoded
}

arg() {
    decode "$1"
    keep "$decoded"
    arguments="$arguments $kept"
}

variable() {
    decode "$1"
    variable=$decoded
    decode "$2"
    keep "$variable=$decoded"
    variables="$variables $kept"
    # What a shell uses itself or would not pass on: the program is started without one in between, by its path.
    case $variable in
    PATH | PWD | OLDPWD | SHLVL | _ | [!A-Za-z_]* | *[!A-Za-z0-9_]*) name=/ ;;
    esac
}

stdin() {
    printf -- "$1" >"$place/stdin"
}

file() {
    decode "$1"
    case $decoded in
    /*) skip "it needs the file $decoded" ;;
    .. | ../* | */../* | */..) trouble "the file $decoded would be outside of the directory" ;;
    */) mkdir -p "$place/work/$decoded" ;;
    */*) mkdir -p "$place/work/${decoded%/*}" && printf -- "$2" >"$place/work/$decoded" ;;
    *) printf -- "$2" >"$place/work/$decoded" ;;
    esac || trouble "cannot make the file $decoded"
    keep "$decoded"
    known="$known $kept"
    case $decoded in
    */) ;;
    *)
        given="$given $kept"
        printf -- "$2" >"$place/expected/$count"
        keep "$place/expected/$count"
        given="$given $kept"
        ;;
    esac
}

# hex STRING BEFORE: its bytes in hexadecimal, each with BEFORE in front.
hex() {
    printf -- "$1" | od -An -v -tx1 | tr -d '\n' | sed "s/ /$2/g"
}

# object NAME BYTES: for klee_make_symbolic, as the replay library reads it.
object() {
    printf '%s %s\n' "$(hex "$1" %)" "$(hex "$2" '')" >>"$place/objects"
}

expect() {
    case $1 in
    exit) ends=$2 ;;
    signal) ends=$((128 + $2)) ;;
    panic) ends='134 101' ;;
    fault)
        case $# in
        4) ends=$((128 + $4)) ;;
        *) sanitizer=$2 ;;
        esac
        ;;
    timeout)
        command -v timeout >/dev/null 2>&1 || skip 'it needs timeout(1) to see that a program does not end'
        # By timeout(1), or because nobody reads any more what it writes without end.
        ends='124 137 141'
        seconds=$2
        is_endless=yes
        ;;
    reports)
        sanitizer=$2
        reports=$4
        ;;
    other) skip "$2" ;;
    stdout | stderr) printf -- "$2" >"$place/expected.$1" ;;
    file)
        decode "$2"
        keep "$decoded"
        written="$written $kept"
        known="$known $kept"
        printf -- "$3" >"$place/expected/$count"
        keep "$place/expected/$count"
        written="$written $kept"
        ;;
    removed)
        decode "$2"
        keep "$decoded"
        removed="$removed $kept"
        ;;
    directory)
        decode "$2"
        keep "$decoded"
        written="$written $kept ''"
        ;;
    esac
}

differ() {
    printf '%s: %s\n' "$0" "$1"
    same=no
}

# Rust numbers the threads in its messages, natively by process.
steady() {
    sed "s/^\(thread '[^']*'\) ([0-9]*)/\1/" "$1"
}

compare_stream() {
    steady "$place/expected.$1" >"$place/a"
    steady "$place/$1" >"$place/b"
    cmp -s "$place/a" "$place/b" && return
    # How far a program comes that does not end depends on the machine's load: one has what the other begins with.
    [ $is_endless = yes ] && case $(cmp "$place/a" "$place/b" 2>&1) in *EOF*) return ;; esac
    differ "$1 is not as expected (<) but (>):"
    for one in a b; do
        head -c 65536 "$place/$one" >"$place/$one.begin"
    done
    diff "$place/a.begin" "$place/b.begin"
}

# How often the build reports errors of the kind. What differs from run to run is left out of kinds, between words.
compare_reports() {
    case $sanitizer in
    bad-free) words=attempting.free ;;
    *) words=$(printf '%s' "$sanitizer" | sed 's/ /[ ,].*/g') ;;
    esac
    count=$(grep -c "\(ERROR: [A-Za-z]*Sanitizer:\|: runtime error:\) \(attempting \)*$words" "$place/stderr")
    [ "$count" -eq "$reports" ] && return
    differ "$count reports of $sanitizer instead of $reports"
    exit 1
}

# is_among NAME NAME...
is_among() {
    wanted=$1
    shift
    for path in "$@"; do
        [ "$path" = "$wanted" ] && return
    done
    return 1
}

# compare_given (NAME CONTENTS)...: what the program was given and is not expected to change is as it was.
compare_given() {
    while [ $# -gt 0 ]; do
        eval "is_among \"\$1\" $changed" || cmp -s "./$1" "$2" || differ "the file $1 was not to be changed"
        shift 2
    done
}

# compare_files (NAME CONTENTS)...: CONTENTS is a file, or empty for a directory.
compare_files() {
    while [ $# -gt 0 ]; do
        case $1 in
        /*) ;;
        *)
            if [ -z "$2" ]; then
                [ -d "./$1" ] || differ "there is no directory $1"
            elif [ -L "./$1" ]; then
                readlink "./$1" | tr -d '\n' | cmp -s - "$2" || differ "the link $1 points elsewhere"
            elif ! cmp -s "./$1" "$2"; then
                differ "the file $1 is not as expected"
            fi
            ;;
        esac
        shift 2
    done
}

compare_rest() {
    for path in "$@"; do
        case $path in
        /* | */) ;;
        *) rm -f "./$path" 2>/dev/null ;;
        esac
    done
    rest=$(find . ! -type d)
    [ -z "$rest" ] || differ "files that were not expected: $rest"
}

compare_removed() {
    for path in "$@"; do
        case $path in
        /*) ;;
        *) [ ! -e "./$path" ] || differ "$path was to be removed" ;;
        esac
    done
}

# launch NAME DIRECTORY ARGUMENT...: the program of that name in the directory, under that name. The shell's own
# variables go, and PATH is not exported.
launch='unset PATH PWD OLDPWD SHLVL _; PATH=$1; shift; exec "$0" "$@"'

start() {
    ulimit -c 0
    # What is written without end would fill the disk.
    ulimit -f 524288
    limit=
    command -v timeout >/dev/null 2>&1 && limit="timeout -k 1 $seconds"
    [ -f "$place/objects" ] && keep "RIFT_OBJECTS=$place/objects" && variables="$variables $kept"
    case $name in
    '' | */*) eval "exec $limit env -i $variables \"\$executable\" $arguments" ;;
    *)
        ln -s "$executable" "$place/bin/$name"
        eval "exec $limit env -i $variables /bin/sh -c \"\$launch\" \"\$name\" \"\$place/bin\" $arguments"
        ;;
    esac
}

run() {
    [ $# -eq 1 ] || trouble "usage: sh $0 PROGRAM"
    case $1 in
    /*) executable=$1 ;;
    *) executable=$here/$1 ;;
    esac
    [ -x "$executable" ] && [ ! -d "$executable" ] || trouble "$1 is not a program"
    if [ -n "$sanitizer" ]; then
        grep -q '__asan_init\|__ubsan_handle' "$executable" ||
            skip "memory fault ($sanitizer): it needs a build with -fsanitize=address,undefined"
        # As little as the test itself needs: what a sanitizer says about leaks is no part of it.
        halt=1
        [ -z "$reports" ] || halt=0
        variables="$variables ASAN_OPTIONS=detect_leaks=0:handle_abort=0:halt_on_error=$halt"
        variables="$variables UBSAN_OPTIONS=halt_on_error=$halt"
    fi
    cd "$place/work" || exit 2
    # A pipe, as rift's machine has it; the braces catch what the shell says about signals.
    { cat "$place/stdin" | {
        case $is_endless in
        no) (start >"$place/stdout" 2>"$place/stderr") ;;
        # What is written without end would fill the disk.
        yes)
            mkfifo "$place/out" "$place/err" || exit
            head -c $most <"$place/out" >"$place/stdout" &
            head -c $most <"$place/err" >"$place/stderr" &
            (start >"$place/out" 2>"$place/err")
            ;;
        esac
        echo $? >"$place/status"
        wait
    }; } 2>/dev/null
    status=$(cat "$place/status") || trouble 'cannot run anything'
    same=yes
    if [ -n "$reports" ]; then
        compare_reports
        printf '%s: ok\n' "$0"
        return
    fi
    if [ -n "$sanitizer" ]; then
        grep -q 'ERROR: AddressSanitizer: \|: runtime error: ' "$place/stderr" || {
            differ "no sanitizer saw the memory fault ($sanitizer)"
            exit 1
        }
        printf '%s: ok\n' "$0"
        return
    fi
    case " $ends " in
    *" $status "*) ;;
    *) differ "exit status $status instead of $ends" ;;
    esac
    compare_stream stdout
    compare_stream stderr
    if [ $is_endless = no ]; then
        changed="$removed $written"
        eval "compare_given $given"
        eval "compare_files $written"
        eval "compare_removed $removed"
        eval "compare_rest $known"
    fi
    [ $same = yes ] || exit 1
    printf '%s: ok\n' "$0"
}
