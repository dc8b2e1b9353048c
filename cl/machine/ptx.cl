// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// LANES_ARE_PTX, in a condition of the preprocessor: lanes exchange values by NVIDIA's instructions, PTX, so that other code may contain them, too.
//   LANES_BY  as in lanes.cl, if the program has lanes
#pragma once
#define LANES_ARE_PTX (LANES_BY == 2 || LANES_BY == 3)
