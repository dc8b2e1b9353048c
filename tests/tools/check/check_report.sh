#!/bin/sh
# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# nearfield check --report with a benchmark in it:  check_report.sh COMMAND
set -eu
# shellcheck source=tests/tools/command.sh
. "$(dirname "$0")/../command.sh"
"$command" check --report "$work/report.json" --seconds 1 >"$work/said" 2>&1 || fault "the report fails"
grep -q '"schema": *"nearfield-bench"' "$work/report.json" || fault "no benchmark in the report"
grep -q '"bench_exit":0' "$work/report.json" || fault "the benchmark failed"
exit $failed
