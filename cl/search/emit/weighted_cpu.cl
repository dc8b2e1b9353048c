// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// emit/histogram_cpu.cl of pairs that also add the product of the weights of their points.
#pragma once
#include "search/adds_weights.cl"
#include "search/emit/histogram_cpu.cl"
