/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Text beside a chart of PLplot. */
#ifndef NEARFIELD_CHARTS_PLOT_TEXT_H
#define NEARFIELD_CHARTS_PLOT_TEXT_H

/* Writes a text at a side of the viewport ("b", "l" or "t"), so many letters away from it; `along` is a place on the side, from 0 to 1,
 * at which the text begins (just 0) or has its middle (0.5).  Its letters are `size` times the usual height.  A text that is longer
 * than `room`, in letters of the usual height, has smaller letters, down to three quarters, and is then cut. */
void plot_text(const char *side, double away, double along, double just, double size, double room,
               const char *text);

#endif
