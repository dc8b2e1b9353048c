// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The length of the list of a cluster that has none, and whose candidates are walked.
#pragma once
#define LIST_NONE 0xffffffffu
