# shellcheck shell=sh
# What the scripts that try the command share.  They source it with their own arguments, COMMAND [LAYER], and have then
#   command, layer, work   the last a folder of the script's own, which goes with it; profiles are kept in it
#   fault WORDS            says what is wrong and what the command said last; the script goes on, and ends with $failed
#   ends CODE WORDS ...    runs the rest, which must end with this exit code and say WORDS (a basic regular expression) in
#                          "said" or "complained"
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
ends() {
    ends_with=$1 ends_saying=$2 ended=0
    shift 2
    "$@" || ended=$?
    [ "$ended" = "$ends_with" ] || fault "exit code $ended in place of $ends_with: $*"
    [ -z "$ends_saying" ] || cat "$work/said" "$work/complained" 2>/dev/null | grep -q -- "$ends_saying" ||
        fault "no \"$ends_saying\": $*"
}
