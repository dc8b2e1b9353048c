// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// An image S as one number: 10 bits a component, of at most NF_PACKED_MOST.
#pragma once
#define NF_PACKED_MOST          511
#define NF_PACKED(s)            (((uint)((s)[0] + 512) << 20) | ((uint)((s)[1] + 512) << 10) | (uint)((s)[2] + 512))
#define NF_PACKED_NONE          (512u << 20 | 512u << 10 | 512u)
#define NF_PACKED_AT(packed, k) ((int)((uint)(packed) >> (20 - 10 * (k)) & 1023) - 512)
