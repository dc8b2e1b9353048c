# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Completion of the nearfield command in bash.  The words are those of the command's own help.
_nearfield() {
    local program=${COMP_WORDS[0]/#\~/$HOME} subcommand=${COMP_WORDS[1]-} word=${COMP_WORDS[COMP_CWORD]} words="" name
    local names='s/^  \([a-z][a-z]*\)  .*/\1/p' options='s/^  .\{4\}\(--[a-z0-9-]*\).*/\1/p'
    local functions='/^functions of the library:/,/^  nearfield /p'
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words="$("$program" help 2>/dev/null | sed -n "$names") help --help --version"
    elif [ "$subcommand" = help ] && [ "$COMP_CWORD" = 3 ] && [ "${COMP_WORDS[2]}" = interact ]; then
        words=$("$program" help interact 2>/dev/null | sed -n "$functions" | sed '$d; s/.*://; s/,//g')
    elif [ "$subcommand" = help ] && [ "$COMP_CWORD" = 3 ] && [[ ${COMP_WORDS[2]} = @(tune|bench) ]]; then
        words=interact
    elif [ "$subcommand" = help ]; then
        words=$("$program" help 2>/dev/null | sed -n "$names")
    elif [ "${word#-}" != "$word" ]; then
        # What bench and tune do with interactions has options of its own.
        if [ "${COMP_WORDS[2]-}" = interact ]; then
            words=$("$program" "$subcommand" interact --help 2>/dev/null | sed -n "$options")
        else
            words=$("$program" help "$subcommand" 2>/dev/null | sed -n "$options")
        fi
        words="$words --help"
    elif [ "$subcommand" = tune ] && [ "$COMP_CWORD" = 2 ]; then
        words=interact
    elif [ "$subcommand" = bench ] && [ "${COMP_WORDS[COMP_CWORD - 1]#-}" = "${COMP_WORDS[COMP_CWORD - 1]}" ]; then
        words="all interact $("$program" bench --list 2>/dev/null | sed 's/^..\([^ ]*\).*/\1/')"
    fi
    # Without words the shell goes on with the names of files.
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -W "$words" -- "$word")
}
complete -o default -F _nearfield nearfield
