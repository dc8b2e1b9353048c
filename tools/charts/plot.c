/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Charts by PLplot. */
#include "charts/plot.h"

#include "charts/palette.h"
#include "charts/plot_axes.h"
#include "charts/plot_text.h"

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

/* The devices of PLplot that write a format, the better one first: "svg" writes text as text.  Drivers are packages of their own. */
static const struct row {
    const char *extension, *devices[DEVICES];
    int width, height; /* in the units of the device */
} rows[] = {{".svg", {"svg", "svgcairo"}, 960, 640}, {".png", {"pngcairo", "png"}, 1440, 960}};

static int has_device(const char *device) {
    const char *menu[MOST_DEVICES], *names[MOST_DEVICES], **menu_at = menu, **names_at = names;
    int count = MOST_DEVICES, found = 0;
    plgDevs(&menu_at, &names_at, &count);
    for (int k = 0; k < count; k++) found |= strcmp(names[k], device) == 0;
    return found;
}

/* The row of the file's format, and the device that writes it. */
static int choose(const char *path, const struct row **row, const char **device, text_problem *problem) {
    enum { FORMATS = sizeof rows / sizeof *rows };
    const char *dot = strrchr(path, '.');
    size_t k = 0;
    while (dot && k < FORMATS && strcasecmp(dot, rows[k].extension) != 0) k++;
    if (!dot || k == FORMATS)
        return problem_set(problem, EXIT_USAGE,
                           "%.300s: a chart is drawn to a file whose name ends in .svg or .png", path);
    *row = &rows[k];
    for (int d = 0; d < DEVICES; d++)
        if (has_device(*device = rows[k].devices[d])) return 0;
    return problem_set(problem, EXIT_OTHER,
                       "%.300s: this PLplot has no driver for %s: install its driver for cairo "
                       "(Debian: plplot-driver-cairo)",
                       path, rows[k].extension);
}

int plot_check(const char *path, text_problem *problem) {
    const struct row *row = rows;
    const char *device = NULL;
    return choose(path, &row, &device, problem);
}

/* ---- the chart ----------------------------------------------------------------------------------------- */

static const PLFLT LETTER = 4.85, PAGE = 210; /* the heights of letters and of a page */
enum { BACKGROUND, TEXT, GRID, LEVEL, FAINT, FIRST_COLOR, COLORS = FIRST_COLOR + PLOT_COLORS };
static const unsigned char greys[FIRST_COLOR][3] = {[BACKGROUND] = {255, 255, 255},
                                                    [TEXT] = {45, 45, 48},
                                                    [GRID] = {228, 228, 232},
                                                    [LEVEL] = {120, 120, 126},
                                                    [FAINT] = {176, 178, 186}};

/* Where a chart is on its page. */
typedef struct frame {
    plot_ends ends;
    double letter;           /* the height of a letter, in the units of the device */
    double wide, high, room; /* of the axes, and of the titles, in letters */
    plot_ticks ticks[2];     /* of linear axes; a step of 0 is chosen by PLplot */
} frame;

/* A line's width, which is 1 for a thin one. */
static void set_width(const frame *f, double width) { plwidth(width * f->letter / 16); }

/* PLplot asks for the text of a tick. */
static void write_tick(PLINT axis, PLFLT value, char *text, PLINT size, PLPointer data) {
    plot_tick_text(&((const frame *)data)->ticks[axis == PL_X_AXIS ? 0 : 1], value, text, (size_t)size);
}

static void draw_titles(const plot *drawing, const frame *f) {
    char text[256];
    plcol0(TEXT);
    plot_ticks_title(&f->ticks[0], drawing->x_label, text, sizeof text);
    if (f->wide < f->room / 2) plot_text("b", 3.4, 0, 0, 1.15, f->room, text);
    else plot_text("b", 3.4, 0.5, 0.5, 1.15, f->wide, text);
    if (drawing->y_label)
        plot_text("l", 6.2, 0.5, 0.5, 1.15, 1.6 * f->high,
                  plot_ticks_title(&f->ticks[1], drawing->y_label, text, sizeof text));
    plot_text("t", drawing->subtitle ? 3.5 : 1.6, 0, 0, 1.4, f->room, drawing->title);
    plcol0(LEVEL);
    if (drawing->subtitle) plot_text("t", 1.5, 0, 0, 1, f->room, drawing->subtitle);
    if (drawing->nothing) plot_text("t", -f->high / 2, 0.5, 0.5, 1.15, f->wide, drawing->nothing);
}

/* How PLplot draws an axis: a logarithmic one has its own numbers, the powers of ten. */
static const char *axis_of(const plot *drawing, int axis) {
    if (drawing->nothing || (axis == 1 && !drawing->y_label)) return "bv";
    return drawing->logarithmic[axis] ? "bnltv" : "bnotv";
}

static void draw_axes(const plot *drawing, frame *f) {
    const double x_step = f->ticks[0].step, y_step = f->ticks[1].step;
    const plot_ends *e = &f->ends;
    plslabelfunc(write_tick, f);
    plcol0(GRID);
    set_width(f, 0.7);
    if (!drawing->equal && !drawing->nothing)
        plbox(drawing->logarithmic[0] ? "gl" : "g", x_step, 0, drawing->logarithmic[1] ? "gl" : "g", y_step,
              0);
    if (drawing->has_level && !drawing->nothing) {
        const PLFLT x[2] = {e->least[0], e->most[0]}, y[2] = {drawing->level, drawing->level};
        plcol0(LEVEL);
        set_width(f, 1.2);
        pllsty(2);
        plline(2, x, y);
        pllsty(1);
    }
    plcol0(TEXT);
    set_width(f, 1);
    plbox(axis_of(drawing, 0), x_step, 0, axis_of(drawing, 1), y_step, 0);
    draw_titles(drawing, f);
}

static void draw_bars(const plot_series *series) {
    const double half = series->count > 1 ? (series->x[1] - series->x[0]) / 2 : 0.5;
    for (size_t k = 0; k < series->count; k++) {
        const double x = series->x[k], y = series->y[k];
        const PLFLT xs[4] = {x - half, x - half, x + half, x + half}, ys[4] = {0, y, y, 0};
        if (y > 0) plfill(4, xs, ys);
    }
}

/* Squares with this side, in letters: not all viewers draw lines without length. */
static void draw_points(const frame *f, size_t count, const double *x, const double *y, double side) {
    const plot_ends *e = &f->ends;
    const double right = side / f->wide * (e->most[0] - e->least[0]) / 2;
    const double up = side / f->high * (e->most[1] - e->least[1]) / 2;
    set_width(f, 0.1);
    for (size_t k = 0; k < count; k++) {
        const PLFLT xs[4] = {x[k] - right, x[k] - right, x[k] + right, x[k] + right};
        const PLFLT ys[4] = {y[k] - up, y[k] + up, y[k] + up, y[k] - up};
        plfill(4, xs, ys);
    }
}

/* Points are larger where they are few. */
static void draw_one(const plot_series *series, const frame *f, const double *x, const double *y, int few) {
    const PLINT count = (PLINT)series->count;
    set_width(f, series->style == PLOT_LINE ? 2.4 : 1);
    switch (series->style) {
    case PLOT_LINE:
        if (count > 1) plline(count, x, y);
        else draw_points(f, 1, x, y, 0.5);
        break;
    case PLOT_POINTS: draw_points(f, series->count, x, y, few ? 0.5 : series->faint ? 0.14 : 0.2); break;
    case PLOT_BARS: draw_bars(series); break;
    }
}

/* The place of a number along an axis. */
static double place_of(const plot *drawing, const frame *f, int axis, double number) {
    if (!drawing->logarithmic[axis]) return number;
    return number > 0 ? log10(number) : f->ends.least[axis];
}

/* The line of a series in the corner of the axes: as many as there is room for. */
static void draw_name(const plot *drawing, const frame *f, const char *name, size_t line) {
    static const double between = 1.7;
    const double away = between * ((double)line + 1);
    if (away + 1 < f->high)
        plot_text("t", -away, drawing->names_left ? 0.02 : 0.98, !drawing->names_left, 1.1, f->wide / 2,
                  name);
}

/* Returns 0 where there is no memory. */
static int draw_series(const plot *drawing, const frame *f) {
    size_t total = 0, colored = 0, named = 0;
    for (size_t s = 0; s < drawing->series_count; s++) total += drawing->series[s].count;
    for (size_t s = 0; s < drawing->series_count; s++) {
        const plot_series *series = &drawing->series[s];
        const size_t count = series->count;
        plcol0(series->faint ? FAINT : (PLINT)(FIRST_COLOR + colored++ % PLOT_COLORS));
        if (count == 0) continue;
        if (series->name) draw_name(drawing, f, series->name, named++);
        double *at = malloc(2 * count * sizeof *at);
        if (!at) return 0;
        for (size_t k = 0; k < count; k++) {
            at[k] = place_of(drawing, f, 0, series->x[k]);
            at[count + k] = place_of(drawing, f, 1, series->y[k]);
        }
        draw_one(series, f, at, at + count, total < 1000);
        free(at);
    }
    return 1;
}

/* A page of this width and height, of which the drawing has the part from `left` on. */
static int draw(const plot *drawing, double left, double share, double width, double height) {
    const double letter = LETTER / PAGE * height, y1 = 0.885;
    double x0 = left + 8.4 * letter / width, x1 = left + share - 2.4 * letter / width, y0 = 0.125;
    frame f = {.ends = plot_find_ends(drawing), .letter = letter, .room = (x1 - x0) * width / letter};
    const plot_ends *e = &f.ends;
    if (drawing->equal) {
        const double aspect = (e->most[0] - e->least[0]) / (e->most[1] - e->least[1]);
        const double room = (x1 - x0) * width, tall = (y1 - y0) * height;
        if (aspect * tall < room) x1 = x0 + aspect * tall / width;
        else y0 = y1 - room / aspect / height;
    }
    f.wide = (x1 - x0) * width / letter;
    f.high = (y1 - y0) * height / letter;
    for (int a = 0; a < 2; a++) /* a number is about 5.5 letters wide and 3 high, with the room around it */
        f.ticks[a] =
            drawing->logarithmic[a] || drawing->nothing
                ? (plot_ticks){.factor = 1}
                : plot_find_ticks(e->least[a], e->most[a], (int)fmax(3, a ? f.high / 3 : f.wide / 5.5),
                                  a == 0 && drawing->whole ? 1 : 0);
    plvpor(x0, x1, y0, y1);
    plwind(e->least[0], e->most[0], e->least[1], e->most[1]);
    int drawn = 1;
    if (drawing->equal && !drawing->nothing)
        drawn = draw_series(drawing, &f); /* points may lie on the sides */
    draw_axes(drawing, &f);
    return drawing->equal || drawing->nothing ? drawn : draw_series(drawing, &f);
}

static int cannot_write(const char *path, const char *reason, text_problem *problem) {
    return problem_set(problem, EXIT_OTHER, "%.300s: cannot be written: %s", path, reason);
}

int plot_open(const char *path, atomic_file *target, text_problem *problem) {
    const char *obstacle = atomic_file_obstacle(path);
    char is[64];
    if (obstacle) {
        snprintf(is, sizeof is, "it is %s", obstacle);
        return cannot_write(path, is, problem);
    }
    const int reason = atomic_file_open(target, path);
    if (reason != 0) return cannot_write(path, strerror(reason), problem);
    atomic_file_remove_on_signal(target);
    return 0;
}

/* Draws to a stream, which PLplot closes.  Returns 0 where there is no memory. */
static int draw_all(const plot *drawings, size_t count, const struct row *row, const char *device, FILE *to) {
    static const double wider = 0.7; /* of a page with several, for each of them */
    plsdev(device);
    plsfile(to);
    const double width = row->width * (count > 1 ? wider * (double)count : 1);
    plspage(0, 0, (PLINT)width, row->height, 0, 0);
    plscolbg(greys[BACKGROUND][0], greys[BACKGROUND][1], greys[BACKGROUND][2]);
    plinit();
    plscmap0n(COLORS);
    for (PLINT k = 0; k < COLORS; k++) {
        const unsigned char *c = k < FIRST_COLOR ? greys[k] : palette[k - FIRST_COLOR];
        plscol0(k, c[0], c[1], c[2]);
    }
    pladv(0);
    PLFLT left, right, bottom, top; /* in millimetres, by the density that PLplot takes the device to have */
    plgspa(&left, &right, &bottom, &top);
    plschr((top - bottom) * LETTER / PAGE, 1);
    plsmaj(0, 0.45);
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
int plot_draw(const plot *drawings, size_t count, const atomic_file *target, text_problem *problem) {
    const struct row *row = rows;
    const char *device = NULL;
    char *bytes = NULL;
    size_t size = 0;
    if (choose(target->path, &row, &device, problem) != 0) return problem->code;
    FILE *to = open_memstream(&bytes, &size);
    const int drawn = to && draw_all(drawings, count, row, device, to) && bytes && size > 0;
    const int reason = drawn ? write_all(target->file, bytes, size) : 0;
    free(bytes);
    if (!drawn) return problem_set(problem, EXIT_MEMORY, "there is no memory for the chart");
    return reason == 0 ? 0 : cannot_write(target->path, strerror(reason), problem);
}

int plot_commit(atomic_file *target, text_problem *problem) {
    char path[301];
    if (!target->path) return 0;
    snprintf(path, sizeof path, "%s", target->path);
    const int reason = atomic_file_commit(target);
    return reason == 0 ? 0 : cannot_write(path, strerror(reason), problem);
}
