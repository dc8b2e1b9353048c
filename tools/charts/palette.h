/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* The colours of lines, groups and marks in charts, the most distinct ones first.  Each has a contrast of at least 3 to 1
 * with white and with a dark page (#121212).  Any two, and each and the grey of #878787, are at least 7 apart in OKLab (black and
 * white are 100 apart), also as the three kinds of colour blindness see them, by the matrices of Machado and others (2009). */
#ifndef NEARFIELD_CHARTS_PALETTE_H
#define NEARFIELD_CHARTS_PALETTE_H

enum { PALETTE = 12 };
static const unsigned char palette[PALETTE][3] = {
    {0x2f, 0x78, 0xd7}, {0xc3, 0x1e, 0x00}, {0xe1, 0x78, 0x0f}, {0x3c, 0x96, 0xff},
    {0x00, 0x69, 0x96}, {0xd2, 0x1e, 0xc3}, {0x78, 0x1e, 0xff}, {0xb4, 0x69, 0x4b},
    {0xb4, 0x1e, 0x87}, {0x87, 0x5a, 0x4b}, {0xff, 0x3c, 0x78}, {0xc3, 0x78, 0xc3},
};

#endif
