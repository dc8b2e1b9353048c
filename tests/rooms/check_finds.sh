#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Shows that check.sh, tools.sh, symbols.sh, names.sh and licences.sh find what they are there to find:  check_finds.sh [CC NM AR]
# Each small tree below breaks one rule.
set -eu
cc=${1-} nm=${2-} ar=${3-ar}
check=$(cd "$(dirname "$0")" && pwd)/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

tree() { # NAME FILE LINE: a sound tree, with LINE at the end of FILE
    cd "$work" && rm -rf "$work/tree"
    mkdir -p "$work/tree" && cd "$work/tree"
    mkdir -p src/core src/opencl src/order src/search src/knn src/function src/host cl/machine cl/space cl/tune cl/order cl/search/walk cl/search/emit cl/function
    echo '#include "core/fail.h"' | tee src/core/fail.c src/opencl/work.c src/order/order.c src/search/search.c \
        src/knn/query.c src/host/pairs.c >/dev/null
    printf '#include "%s.cl"\n' space/pair_rule search/walk/walk | tee cl/search/search.cl cl/search/search_cpu.cl >/dev/null
    printf '#include "%s.cl"\n' machine/real | tee cl/space/pair_rule.cl cl/search/walk/walk.cl >/dev/null
    echo '#include "space/pair_rule.cl"' >>src/host/pairs.c
    echo '// gravity' >cl/function/pair_gravity.cl
    echo '    nf_part(&spec, "search/part.cl");' >>src/search/search.c
    echo '    NF_TRY(program("search/once.cl", "search/emit/count.cl"));' >>src/search/search.c
    echo '// a part' | tee cl/search/emit/count.cl cl/search/part.cl >/dev/null
    echo '// real' >cl/machine/real.cl
    printf '#include <%s>\n' unistd.h string.h >src/core/system_posix.c
    echo '#include <CL/cl.h>' >src/opencl/loader.h
    echo 'const nf_family nf_search_family = NF_FAMILY("search", rows);' >>src/search/search.c
    echo '    &nf_tree_family, &nf_search_family, NULL};' >src/library.c
    if [ -n "$2" ]; then mkdir -p "${2%/*}" && echo "$3" >>"$2"; fi
}
must_fail() {
    tree "$@"
    if sh "$check" "$work/tree" >"$work/said"; then
        echo "not found: $1"
        failed=1
    elif ! grep -q "^$2" "$work/said"; then
        echo "found elsewhere: $1"
        cat "$work/said"
        failed=1
    fi
}

# The composition root sees every room.
tree "a sound tree" src/library.c '#include "library.h"
#include "search/search.h"'
sh "$check" "$work/tree" || { echo "a sound tree was refused"; failed=1; }
must_fail "core includes search" src/core/fail.c '#include "search/search.h"'
must_fail "search includes knn" src/search/search.c '#include "knn/query.h"'
must_fail "knn includes search" src/knn/query.c '#  include "search/search.h"'
must_fail "host includes what has OpenCL" src/host/pairs.c '#include "opencl/stage.h"'
must_fail "host includes OpenCL itself" src/host/pairs.c '#include <CL/cl.h>'
must_fail "a room includes OpenCL's headers itself" src/opencl/work.c '#include <CL/cl.h>'
must_fail "an include that names no room" src/search/search.c '#include "search.h"'
must_fail "an include that climbs by dots" src/search/search.c '#include "core/../knn/query.h"'
must_fail "C that reads a kernel other than the written rule" src/search/search.c '#include "search/walk/walk.cl"'
must_fail "C that reads a pair function" src/host/pairs.c '#include "function/pair_gravity.cl"'
must_fail "host includes a header of functions" src/host/pairs.c '#include "function/function.h"'
must_fail "a kernel includes one of a room to its right" cl/order/sorted.cl '#include "search/walk/walk.cl"'
must_fail "a kernel of the machine includes geometry" cl/machine/real.cl '#include "space/pair_rule.cl"'
must_fail "a kernel includes a header" cl/search/search.cl '#include "search/search.h"'
must_fail "a kernel includes a system header" cl/search/search.cl '#include <math.h>'
must_fail "a kernel without its source" cl/search/lists.cl '// lists'
must_fail "a family of tunables that is not listed" src/knn/query.c 'const nf_family nf_knn_family = NF_FAMILY("knn", rows);'
must_fail "a room includes the composition root" src/search/search.c '#include "library.h"'
must_fail "a folder called as the composition root" src/library/library.c '#include "core/fail.h"'
must_fail "an emitter that no source names" cl/search/emit/rows.cl '// rows'
must_fail "a folder that is no room" src/extra.c '#include "core/fail.h"'
must_fail "a folder of kernels that is no room" cl/common/real.cl '// real'
must_fail "a header of POSIX" src/search/search.c '#include <unistd.h>'
must_fail "a header of Windows" src/core/fail.c '# include <windows.h>'
must_fail "a clock, which not every system has" src/core/fail.c '#include <time.h>'

# ---- the rooms of tools/ ----
tools() { # FILE LINE: a sound tree, with LINE at the end of FILE
    rm -rf "$work/tree"
    mkdir -p "$work/tree/tools/formats/reader" "$work/tree/tools/pair_functions" "$work/tree/tools/oracle" "$work/tree/tools/${1%/*}"
    cd "$work/tree/tools"
    printf '#include "%s.h"\n' formats/reader/input text/words | tee formats/source.c formats/reader/input.c >/dev/null
    echo '#include "host/function.h"' >pair_functions/sums.h
    echo '#include <math.h>' >oracle/flat.c
    echo "$2" >>"$1"
    sh "${check%/*}/tools.sh" "$work/tree" >"$work/said"
}
must_not_see() { # NAME FILE LINE
    if tools "$2" "$3"; then
        echo "not found: $1"
        failed=1
    elif ! grep -q "^tools/$2" "$work/said"; then
        echo "found elsewhere: $1"
        cat "$work/said"
        failed=1
    fi
}
tools bench/bench.c '#include "formats/source.h"' || { echo "sound rooms of tools/ were refused"; cat "$work/said"; failed=1; }
must_not_see "formats includes tasks" formats/reader/input.c '#include "tasks/tasks.h"'
must_not_see "tasks includes bench" tasks/job/job.c '#include "bench/bench.h"'
must_not_see "an include of tools/ without its room" formats/source.c '#include "input.h"'
must_not_see "an include of tools/ that climbs by dots" formats/source.c '#include "formats/../tasks/tasks.h"'
must_not_see "a file of src/ in another room of tools/" formats/source.c '#include "host/function.h"'
must_not_see "a kernel file in a room of tools/" pair_functions/sums.h '#include "function/pair_gravity.cl"'
must_not_see "a folder of tools/ that is no room" extra/extra.c '#include "text/words.h"'
crowd() { # COUNT: a folder of so many files
    mkdir -p "$work/tree/tests/search/many"
    (cd "$work/tree/tests/search/many" && rm -f ./* && seq "$1" | xargs touch)
    sh "${check%/*}/tools.sh" "$work/tree" >"$work/said"
}
tools bench/bench.c ''
crowd 24 || { echo "24 files were refused"; failed=1; }
! crowd 25 || { echo "a folder of 25 files was not found"; failed=1; }

# ---- symbols ----
room() { # ROOM/FILE TEXT: compiles TEXT
    mkdir -p "$work/objects/${1%/*}"
    echo "$2" >"$work/object.c"
    "$cc" -c "$work/object.c" -o "$work/objects/$1.c.o"
}
compile_all() { # a sound set
    room core/fail 'int nf_fail(void) { return 1; }'
    room opencl/program 'extern const int nf_files; int nf_fail(void); int nf_program(void) { return nf_fail() + nf_files; }'
    room tune/profile 'extern const int nf_shipped; int nf_program(void); int nf_profile(void) { return nf_program() + nf_shipped; }'
    room search/search 'int nf_profile(void); int nf_search(void) { return nf_profile(); } const int nf_table = 1;'
    room knn/knn 'int nf_profile(void); int nf_knn(void) { return nf_profile(); }'
    room host/pairs 'int nf_fail(void); int nf_host(void) { return nf_fail(); }'
    room ./kernels 'extern const int nf_files; const int nf_files = 1;'
    room ./profiles 'extern const int nf_shipped; const int nf_shipped = 1;'
    room ./library 'int nf_search(void); int nf_knn(void); int nf_library(void) { return nf_search() + nf_knn(); }'
}
objects() { # the sound set again
    rm -rf "$work/objects"
    cp -R "$work/sound" "$work/objects"
}
symbols() { # of the set
    find "$work/objects" -name '*.o' | LC_ALL=C sort | xargs sh "${check%/*}/symbols.sh" "$nm" >"$work/said"
}
must_climb() { # NAME ROOM/FILE TEXT SAID
    objects
    room "$2" "$3"
    if symbols; then
        echo "not found: $1"
        failed=1
    elif ! grep -qx "$4" "$work/said"; then
        echo "found elsewhere: $1"
        cat "$work/said"
        failed=1
    fi
}
if [ -z "$nm" ] || ! command -v "$nm" >/dev/null; then
    echo "The check of linked symbols was left out: there is no nm."
    exit $failed
fi
compile_all
cp -R "$work/objects" "$work/sound"
symbols || { echo "a sound set of objects was refused"; cat "$work/said"; failed=1; }
must_climb "tune calls search" tune/tuning 'int nf_search(void); int nf_tune(void) { return nf_search(); }' \
    'tune/tuning: tune may not see search, which defines _*nf_search'
must_climb "tune reads a table of search" tune/tuning 'extern const int nf_table; const int *nf_tune(void) { return &nf_table; }' \
    'tune/tuning: tune may not see search, which defines _*nf_table'
must_climb "search calls knn" search/pairs 'int nf_knn(void); int nf_pairs(void) { return nf_knn(); }' \
    'search/pairs: search may not see knn, which defines _*nf_knn'
must_climb "groups calls search" groups/fof 'int nf_search(void); int nf_fof(void) { return nf_search(); }' \
    'groups/fof: groups may not see search, which defines _*nf_search'
must_climb "host calls opencl" host/lists 'int nf_program(void); int nf_lists(void) { return nf_program(); }' \
    'host/lists: host may not see opencl, which defines _*nf_program'
must_climb "core reads the kernels" core/check 'extern const int nf_files; int nf_check(void) { return nf_files; }' \
    'core/check: core may not see opencl, which defines _*nf_files'
must_climb "a room calls the composition root" search/pairs 'int nf_library(void); int nf_pairs(void) { return nf_library(); }' \
    'search/pairs: search may not see library, which defines _*nf_library'
must_climb "a folder that is no room" extra/extra 'int nf_extra(void); int nf_extra(void) { return 1; }' \
    '.*/extra/extra.c.o: extra is not a room'

# ---- names that a program sees ----
names_of() { # SOURCE: of a library of this text, whose header declares nf_a
    mkdir -p "$work/names"
    echo '#define NF_API
NF_API const int *nf_a(void);' >"$work/names/a.h"
    echo "$1" >"$work/names/a.c"
    rm -f "$work/names/a.a"
    "$cc" -fPIC -c "$work/names/a.c" -o "$work/names/a.o" && "$ar" qc "$work/names/a.a" "$work/names/a.o" &&
        "$cc" -shared "$work/names/a.o" -o "$work/names/a.so" &&
        sh "${check%/*}/names.sh" "$nm" "$work/names/a.a" "$work/names/a.so" "$work/names" >"$work/said"
}
sound='#define HIDDEN __attribute__((visibility("hidden")))
static const int own = 1;
const int *nf_a(void); const int *nf_a(void) { return &own; }'
names_of "$sound HIDDEN int nf_b; static int sort(void); int (*nf_b_c(void))(void) HIDDEN; int (*nf_b_c(void))(void) { return sort; } static int sort(void) { return 1; }" ||
    { echo "sound names were refused"; cat "$work/said"; failed=1; }
must_show() { # NAME TEXT SAID
    if names_of "$sound $2"; then echo "not found: $1"; failed=1; else
        grep -q "$3" "$work/said" || { echo "found elsewhere: $1"; cat "$work/said"; failed=1; }
    fi
}
must_show "a function without the prefix" 'int sort(void); int sort(void) { return 1; }' 'the static library shows other names: sort'
must_show "one that only the static library shows" 'HIDDEN int sort(void); int sort(void) { return 1; }' 'the static library shows other names: sort'
must_show "a variable without the prefix" 'int table[3];' 'the shared library shows other names: table'
must_show "a function that no header declares" 'int nf_sort(void); int nf_sort(void) { return 1; }' '^> nf_sort'

# ---- licences ----
licences_of() { # FILE TEXT: of a small project
    rm -rf "$work/licences"
    mkdir -p "$work/licences/src" "$work/licences/${1%/*}"
    printf '/* SPDX-FileCopyrightText: 2026 X\n * SPDX-License-Identifier: MIT */\n' >"$work/licences/src/sound.c"
    printf '%b' "$2" >"$work/licences/$1"
    sh "${check%/*}/licences.sh" "$work/licences" >"$work/said"
}
licences_of tools/run '#!/bin/sh\n# SPDX-FileCopyrightText: 2026 X\n# SPDX-License-Identifier: MIT\n' ||
    { echo "a sound licence was refused"; cat "$work/said"; failed=1; }
for text in 'int nf_a;\n' '/* SPDX-License-Identifier: MIT */\n' '/* SPDX-FileCopyrightText: 2026 X */\n' \
    '\n\n\n\n\n\n/* SPDX-FileCopyrightText: 2026 X\n * SPDX-License-Identifier: MIT */\n'; do
    ! licences_of src/room/a.c "$text" || { echo "a source without its licence was not found: $text"; failed=1; }
done
! licences_of tools/a.unknown 'text\n' || { echo "a file of an unknown kind was not found"; failed=1; }
exit $failed
