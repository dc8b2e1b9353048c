#!/bin/sh
# Shows that check.sh finds what it is there to find: each small tree below breaks one rule.
set -eu
check=$(cd "$(dirname "$0")" && pwd)/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

tree() { # NAME FILE LINE: a sound tree, with LINE at the end of FILE
    cd "$work" && rm -rf "$work/tree"
    mkdir -p "$work/tree" && cd "$work/tree"
    mkdir -p src/core src/opencl src/order src/search src/tree src/host cl/machine cl/space cl/tune cl/order cl/search
    echo '#include "core/fail.h"' | tee src/core/fail.c src/opencl/work.c src/order/order.c src/search/search.c \
        src/tree/knn.c src/host/pairs.c >/dev/null
    printf '#include "%s.cl"\n' space/pair_rule search/walk | tee cl/search/search.cl cl/search/search_cpu.cl >/dev/null
    printf '#include "%s.cl"\n' machine/real | tee cl/space/pair_rule.cl cl/search/walk.cl >/dev/null
    echo '#include "space/pair_rule.cl"' >>src/host/pairs.c
    echo '    nf_part(&spec, "search/emit_pairs.cl");' >>src/search/search.c
    echo '// a part' >cl/search/emit_pairs.cl
    echo '// real' >cl/machine/real.cl
    printf '#include <%s>\n' unistd.h string.h CL/cl.h >src/core/system_posix.c
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

tree "a sound tree" "" ""
sh "$check" "$work/tree" || { echo "a sound tree was refused"; failed=1; }
must_fail "core includes search" src/core/fail.c '#include "search/search.h"'
must_fail "search includes tree" src/search/search.c '#include "tree/knn.h"'
must_fail "tree includes search" src/tree/knn.c '#  include "search/search.h"'
must_fail "host includes what has OpenCL" src/host/pairs.c '#include "opencl/stage.h"'
must_fail "host includes OpenCL itself" src/host/pairs.c '#include <CL/cl.h>'
must_fail "an include that names no room" src/search/search.c '#include "search.h"'
must_fail "an include that climbs by dots" src/search/search.c '#include "core/../tree/knn.h"'
must_fail "C that reads a kernel other than the written rule" src/search/search.c '#include "search/walk.cl"'
must_fail "a kernel includes one of a room to its right" cl/order/order.cl '#include "search/walk.cl"'
must_fail "a kernel of the machine includes geometry" cl/machine/real.cl '#include "space/pair_rule.cl"'
must_fail "a kernel includes a header" cl/search/search.cl '#include "search/search.h"'
must_fail "a kernel includes a system header" cl/search/search.cl '#include <math.h>'
must_fail "a kernel without its source" cl/search/lists.cl '// lists'
must_fail "a folder that is no room" src/extra.c '#include "core/fail.h"'
must_fail "a folder of kernels that is no room" cl/common/real.cl '// real'
must_fail "a header of POSIX" src/search/search.c '#include <unistd.h>'
must_fail "a header of Windows" src/core/fail.c '# include <windows.h>'
must_fail "a clock, which not every system has" src/core/fail.c '#include <time.h>'
exit $failed
