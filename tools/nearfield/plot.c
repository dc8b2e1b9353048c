/* Charts by PLplot. */
#include "plot.h"

#include <plplot/plplot.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

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
enum { BACKGROUND, TEXT, GRID, LEVEL, FIRST_SERIES, COLORS = FIRST_SERIES + PLOT_MOST_SERIES };
static const PLINT colors[COLORS][3] = {
    [BACKGROUND] = {255, 255, 255},     [TEXT] = {45, 45, 48},
    [GRID] = {228, 228, 232},           [LEVEL] = {120, 120, 126},
    [FIRST_SERIES] = {32, 98, 178},     [FIRST_SERIES + 1] = {214, 96, 24},
    [FIRST_SERIES + 2] = {34, 139, 87}, [FIRST_SERIES + 3] = {170, 51, 119},
    [FIRST_SERIES + 4] = {204, 153, 0}, [FIRST_SERIES + 5] = {90, 90, 90},
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

static void find_ends(const plot *drawing, double *x_most, double *y_most) {
    *x_most = drawing->x_most;
    *y_most = drawing->y_most;
    for (size_t s = 0; s < drawing->series_count; s++)
        for (size_t k = 0; k < drawing->series[s].count; k++) {
            const plot_series *series = &drawing->series[s];
            if (!(drawing->x_most > 0) && series->x[k] > *x_most) *x_most = series->x[k];
            if (!(drawing->y_most > 0) && series->y[k] > *y_most) *y_most = series->y[k];
        }
    if (!(drawing->y_most > 0)) {
        if (drawing->has_level && drawing->level > *y_most) *y_most = drawing->level;
        *y_most *= 1.08;
    }
    if (!(*x_most > 0)) *x_most = 1;
    if (!(*y_most > 0)) *y_most = 1;
}

static void draw_axes(const plot *drawing, double x_most) {
    plcol0(GRID);
    plwidth(0.7);
    plbox("g", 0, 0, "g", 0, 0);
    if (drawing->has_level) {
        const PLFLT x[2] = {0, x_most}, y[2] = {drawing->level, drawing->level};
        plcol0(LEVEL);
        plwidth(1.2);
        pllsty(2);
        plline(2, x, y);
        pllsty(1);
    }
    plcol0(TEXT);
    plwidth(1);
    plbox("bnt", 0, 0, "bntv", 0, 0);
    print_at("b", 3.4, 0.5, 0.5, 1.15, drawing->x_label);
    print_at("l", 4.6, 0.5, 0.5, 1.15, drawing->y_label);
    print_at("t", drawing->subtitle ? 3.5 : 1.6, 0, 0, 1.4, drawing->title);
    if (drawing->subtitle) {
        plcol0(LEVEL);
        print_at("t", 1.5, 0, 0, 1, drawing->subtitle);
    }
}

static void draw_series(const plot *drawing) {
    int named = 0;
    for (size_t s = 0; s < drawing->series_count; s++) {
        const plot_series *series = &drawing->series[s];
        plcol0((PLINT)(FIRST_SERIES + s % PLOT_MOST_SERIES));
        plwidth(2.4);
        if (series->style == PLOT_LINE) plline((PLINT)series->count, series->x, series->y);
        else plstring((PLINT)series->count, series->x, series->y, "•");
        if (series->name) print_at("t", -1.8 * ++named, 0.98, 1, 1, series->name);
    }
}

static void draw(const plot *drawing) {
    double x_most = 0, y_most = 0;
    find_ends(drawing, &x_most, &y_most);
    pladv(0);
    plvpor(0.095, 0.965, 0.125, 0.885);
    plwind(0, x_most, 0, y_most);
    draw_axes(drawing, x_most);
    draw_series(drawing);
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

int plot_draw(const plot *drawing, const io_aside *aside, io_problem *problem) {
    const struct row *row = rows;
    const char *device = NULL;
    if (choose(aside->path, &row, &device, problem) != 0) return problem->code;
    plsdev(device);
    plsfnam(aside->temporary);
    plspage(0, 0, row->width, row->height, 0, 0);
    plscolbg(colors[BACKGROUND][0], colors[BACKGROUND][1], colors[BACKGROUND][2]);
    plinit();
    for (PLINT k = 0; k < COLORS; k++) plscol0(k, colors[k][0], colors[k][1], colors[k][2]);
    plschr(LETTER, 1);
    plsmaj(0, 0.45);
    draw(drawing);
    plend();
    return 0;
}

int plot_commit(io_aside *aside, io_problem *problem) {
    char path[301];
    if (!aside->path) return 0;
    snprintf(path, sizeof path, "%s", aside->path);
    const int reason = io_aside_commit(aside);
    return reason == 0 ? 0 : cannot_write(path, strerror(reason), problem);
}
