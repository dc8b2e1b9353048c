#!/bin/sh
# Shows that check.sh finds what it is there to find: each small tree below breaks one rule.
set -eu
check=$(cd "$(dirname "$0")" && pwd)/check.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

tree() { # NAME FILE LINE: a sound tree, with LINE at the end of FILE
    rm -rf "$work/tree"
    mkdir -p "$work/tree/src/core" "$work/tree/src/grid" "$work/tree/src/tree" "$work/tree/cl/common" "$work/tree/cl/grid"
    cd "$work/tree"
    echo '#include "core/fail.h"' | tee src/core/fail.c src/grid/search.c src/tree/knn.c >/dev/null
    echo '#include "common/real.cl"' | tee cl/grid/search.cl cl/grid/search_cpu.cl src/grid/host.c >/dev/null
    echo '// real' >cl/common/real.cl
    printf '#include <%s>\n' unistd.h string.h CL/cl.h >src/core/system_posix.c
    if [ -n "$2" ]; then echo "$3" >>"$2"; fi
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
must_fail "core includes grid" src/core/fail.c '#include "grid/search.h"'
must_fail "grid includes tree" src/grid/search.c '#include "tree/knn.h"'
must_fail "tree includes grid" src/tree/knn.c '#  include "grid/search.h"'
must_fail "an include that names no room" src/grid/search.c '#include "search.h"'
must_fail "an include that climbs by dots" src/grid/search.c '#include "core/../tree/knn.h"'
must_fail "a kernel includes a kernel" cl/grid/search.cl '#include "grid/search_cpu.cl"'
must_fail "a kernel without its source" cl/grid/lists.cl '// lists'
must_fail "a folder that is no room" src/extra.c '#include "core/fail.h"'
must_fail "a header of POSIX" src/grid/search.c '#include <unistd.h>'
must_fail "a header of Windows" src/core/fail.c '# include <windows.h>'
must_fail "a clock, which not every system has" src/core/fail.c '#include <time.h>'
exit $failed
