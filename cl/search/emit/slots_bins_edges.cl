// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// slots_bins.cl with bins whose edges are not evenly spaced.
#pragma once
#define NF_BIN nf_bin_between
#include "search/emit/slots_bins.cl"
