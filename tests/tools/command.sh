# shellcheck shell=sh
# What the scripts that try the command share.  They source it with their own arguments, COMMAND [LAYER], and have then
#   command, layer, work   the last a folder of the script's own, which goes with it; profiles are kept in it
#   fault WORDS            says what is wrong and what the command said last; the script goes on, and ends with $failed
# shellcheck disable=SC2034 # the scripts use them
command=$1 layer=${2-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export NEARFIELD_CONFIG="$work/profiles"
failed=0
fault() {
    echo "$*"
    cat "$work/said"
    [ ! -e "$work/complained" ] || cat "$work/complained"
    failed=1
}
