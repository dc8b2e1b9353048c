// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// Numbers of rules that kernels and C share.
#pragma once
#define NF_GROUP_BLOCK 256 // members of a block of sums (group_sums.cl)
#define NF_GROUP_FAR   8 // flags of a group: a member is far (group_sums.cl); 1, 2 and 4: it closes on itself
#define NF_IMAGES_MOST (1 << 24) // more images of a periodic box are not looked at
