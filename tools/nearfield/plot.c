/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Charts by PLplot. */
#include "plot.h"

#include "plot_ends.h"

#include <errno.h>
#include <math.h>
#include <plplot/plplot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* ---- the file ------------------------------------------------------------------------------------------ */

enum { MOST_DEVICES = 64, DEVICES = 2 };

/* The devices of PLplot that write a format, the better one first.  Drivers are packages of their own. */
static const struct row {
    const char *extension, *devices[DEVICES];
    int width, height; /* in the units of the device */
} rows[] = {{".svg", {"svgcairo", "svg"}, 960, 640}, {".png", {"pngcairo", "png"}, 1440, 960}};

static int has_device(const char *device) {
    const char *menu[MOST_DEVICES], *names[MOST_DEVICES], **menu_at = menu, **names_at = names;
    int count = MOST_DEVICES, found = 0;
    plgFileDevs(&menu_at, &names_at, &count);
    for (int k = 0; k < count; k++) found |= strcmp(names[k], device) == 0;
    return found;
}

/* The row of the file's format, and the device that writes it. */
static int choose(const char *path, const struct row **row, const char **device, io_problem *problem) {
    enum { FORMATS = sizeof rows / sizeof *rows };
    const char *dot = strrchr(path, '.');
    size_t k = 0;
    while (dot && k < FORMATS && strcasecmp(dot, rows[k].extension) != 0) k++;
    if (!dot || k == FORMATS)
        return io_problem_set(problem, NF_EXIT_USAGE,
                              "%.300s: a chart is drawn to a file whose name ends in .svg or .png", path);
    *row = &rows[k];
    for (int d = 0; d < DEVICES; d++)
        if (has_device(*device = rows[k].devices[d])) return 0;
    return io_problem_set(problem, NF_EXIT_OTHER,
                          "%.300s: this PLplot has no driver for %s: install its driver for cairo "
                          "(Debian: plplot-driver-cairo)",
                          path, rows[k].extension);
}

int plot_check(const char *path, io_problem *problem) {
    const struct row *row = rows;
    const char *device = NULL;
    return choose(path, &row, &device, problem);
}

/* ---- the chart ----------------------------------------------------------------------------------------- */

static const PLFLT LETTER = 5.2; /* the height of letters, of a page about 210 high */
enum { BACKGROUND, TEXT, GRID, LEVEL, FAINT, FIRST_COLOR, COLORS = FIRST_COLOR + PLOT_COLORS };
static const PLINT colors[COLORS][3] = {
    [BACKGROUND] = {255, 255, 255},
    [TEXT] = {45, 45, 48},
    [GRID] = {228, 228, 232},
    [LEVEL] = {120, 120, 126},
    [FAINT] = {176, 178, 186},
    [FIRST_COLOR] = {32, 98, 178},
    [FIRST_COLOR + 1] = {214, 96, 24},
    [FIRST_COLOR + 2] = {34, 139, 87},
    [FIRST_COLOR + 3] = {170, 51, 119},
    [FIRST_COLOR + 4] = {204, 153, 0},
    [FIRST_COLOR + 5] = {90, 90, 90},
    [FIRST_COLOR + 6] = {60, 170, 200},
    [FIRST_COLOR + 7] = {200, 30, 45},
    [FIRST_COLOR + 8] = {120, 90, 200},
    [FIRST_COLOR + 9] = {130, 100, 60},
    [FIRST_COLOR + 10] = {150, 190, 40},
    [FIRST_COLOR + 11] = {230, 130, 170},
};

/* A number sign begins a command in a text of PLplot. */
static const char *text_of(const char *from, char *to, size_t size) {
    size_t used = 0;
    for (; *from && used + 3 < size; from++) {
        to[used++] = *from;
        if (*from == '#') to[used++] = '#';
    }
    to[used] = 0;
    return to;
}

static void print_at(const char *side, double away, double along, double just, double size,
                     const char *text) {
    char plain[512];
    plschr(0, size);
    plmtex(side, away / size, along, just, text_of(text, plain, sizeof plain));
    plschr(0, 1);
}

static void draw_axes(const plot *drawing, const plot_ends *e) {
    const char *both = drawing->logarithmic ? "bnlt" : "bnt", *up = drawing->logarithmic ? "bnltv" : "bntv";
    plcol0(GRID);
    plwidth(0.7);
    if (!drawing->equal)
        plbox(drawing->logarithmic ? "gl" : "g", 0, 0, drawing->logarithmic ? "gl" : "g", 0, 0);
    if (drawing->has_level) {
        const PLFLT x[2] = {e->least[0], e->most[0]}, y[2] = {drawing->level, drawing->level};
        plcol0(LEVEL);
        plwidth(1.2);
        pllsty(2);
        plline(2, x, y);
        pllsty(1);
    }
    plcol0(TEXT);
    plwidth(1);
    plbox(both, 0, 0, up, 0, 0);
    print_at("b", 3.4, 0.5, 0.5, 1.15, drawing->x_label);
    print_at("l", 4.6, 0.5, 0.5, 1.15, drawing->y_label);
    print_at("t", drawing->subtitle ? 3.5 : 1.6, 0, 0, 1.4, drawing->title);
    if (drawing->subtitle) {
        plcol0(LEVEL);
        print_at("t", 1.5, 0, 0, 1, drawing->subtitle);
    }
}

static void draw_bars(const plot_series *series) {
    const double half = series->count > 1 ? (series->x[1] - series->x[0]) / 2 : 0.5;
    for (size_t k = 0; k < series->count; k++) {
        const double x = series->x[k], y = series->y[k];
        const PLFLT xs[4] = {x - half, x - half, x + half, x + half}, ys[4] = {0, y, y, 0};
        if (y > 0) plfill(4, xs, ys);
    }
}

static void draw_one(const plot_series *series, const double *x, const double *y) {
    const PLINT count = (PLINT)series->count;
    plwidth(series->style == PLOT_POINTS ? (series->faint ? 2.2 : 3.2) : 2.4);
    switch (series->style) {
    case PLOT_LINE: plline(count, x, y); break;
    case PLOT_DOTS: plstring(count, x, y, "•"); break;
    case PLOT_POINTS: plpoin(count, x, y, -1); break;
    case PLOT_BARS: draw_bars(series); break;
    }
}

/* Returns 0 where there is no memory for logarithms. */
static int draw_series(const plot *drawing) {
    int named = 0, colored = 0;
    for (size_t s = 0; s < drawing->series_count; s++) {
        const plot_series *series = &drawing->series[s];
        const size_t count = series->count;
        plcol0(series->faint ? FAINT : (PLINT)(FIRST_COLOR + colored++ % PLOT_COLORS));
        if (count == 0) continue;
        if (drawing->logarithmic) {
            double *of = malloc((2 * count + 1) * sizeof *of);
            if (!of) return 0;
            for (size_t k = 0; k < count; k++) {
                of[k] = log10(series->x[k]);
                of[count + k] = log10(series->y[k]);
            }
            draw_one(series, of, of + count);
            free(of);
        } else draw_one(series, series->x, series->y);
        if (series->name) print_at("t", -1.8 * ++named, 0.98, 1, 1, series->name);
    }
    return 1;
}

/* A page of this width and height, of which the drawing has the part from `left` on. */
static int draw(const plot *drawing, double left, double share, double width, double height) {
    const plot_ends e = plot_find_ends(drawing);
    double x0 = left + 0.095 * share, x1 = left + 0.965 * share, y0 = 0.125, y1 = 0.885;
    if (drawing->equal) {
        const double aspect = (e.most[0] - e.least[0]) / (e.most[1] - e.least[1]);
        const double room = (x1 - x0) * width, tall = (y1 - y0) * height;
        if (aspect * tall < room) x1 = x0 + aspect * tall / width;
        else y0 = y1 - room / aspect / height;
    }
    plvpor(x0, x1, y0, y1);
    plwind(e.least[0], e.most[0], e.least[1], e.most[1]);
    if (drawing->equal) {
        const int drawn = draw_series(drawing); /* points may lie on the sides */
        draw_axes(drawing, &e);
        return drawn;
    }
    draw_axes(drawing, &e);
    return draw_series(drawing);
}

static int cannot_write(const char *path, const char *reason, io_problem *problem) {
    return io_problem_set(problem, NF_EXIT_OTHER, "%.300s: cannot be written: %s", path, reason);
}

int plot_open(const char *path, io_aside *aside, io_problem *problem) {
    const char *obstacle = io_aside_obstacle(path);
    char is[64];
    if (obstacle) {
        snprintf(is, sizeof is, "it is %s", obstacle);
        return cannot_write(path, is, problem);
    }
    const int reason = io_aside_open(aside, path);
    if (reason != 0) return cannot_write(path, strerror(reason), problem);
    io_aside_remove_on_signal(aside);
    return 0;
}

/* Draws to a stream, which PLplot closes.  Returns 0 where there is no memory. */
static int draw_all(const plot *drawings, size_t count, const struct row *row, const char *device, FILE *to) {
    static const double wider = 0.7; /* of a page with several, for each of them */
    plsdev(device);
    plsfile(to);
    const double width = row->width * (count > 1 ? wider * (double)count : 1);
    plspage(0, 0, (PLINT)width, row->height, 0, 0);
    plscolbg(colors[BACKGROUND][0], colors[BACKGROUND][1], colors[BACKGROUND][2]);
    plinit();
    plscmap0n(COLORS);
    for (PLINT k = 0; k < COLORS; k++) plscol0(k, colors[k][0], colors[k][1], colors[k][2]);
    plschr(LETTER, 1);
    plsmaj(0, 0.45);
    pladv(0);
    int drawn = 1;
    for (size_t k = 0; k < count; k++)
        drawn &= draw(&drawings[k], (double)k / (double)count, 1 / (double)count, width, row->height);
    plend();
    return drawn;
}

/* Returns 0 or an errno. */
static int write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t wrote = write(file, bytes, count);
        if (wrote > 0) bytes += wrote, count -= (size_t)wrote;
        else if (wrote == 0) return ENOSPC;
        else if (errno != EINTR) return errno;
    }
    return fsync(file) == 0 ? 0 : errno;
}

/* PLplot does not tell that a disk is full, so it draws to memory. */
int plot_draw(const plot *drawings, size_t count, const io_aside *aside, io_problem *problem) {
    const struct row *row = rows;
    const char *device = NULL;
    char *bytes = NULL;
    size_t size = 0;
    if (choose(aside->path, &row, &device, problem) != 0) return problem->code;
    FILE *to = open_memstream(&bytes, &size);
    const int drawn = to && draw_all(drawings, count, row, device, to) && bytes && size > 0;
    const int reason = drawn ? write_all(aside->file, bytes, size) : 0;
    free(bytes);
    if (!drawn) return io_problem_set(problem, NF_EXIT_MEMORY, "there is no memory for the chart");
    return reason == 0 ? 0 : cannot_write(aside->path, strerror(reason), problem);
}

int plot_commit(io_aside *aside, io_problem *problem) {
    char path[301];
    if (!aside->path) return 0;
    snprintf(path, sizeof path, "%s", aside->path);
    const int reason = io_aside_commit(aside);
    return reason == 0 ? 0 : cannot_write(path, strerror(reason), problem);
}
