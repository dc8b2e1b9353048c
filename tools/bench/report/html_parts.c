/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "bench/report/html.h"
#include "charts/palette.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const char opening[] = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                              "<link rel=\"icon\" href=\"data:,\">\n<title>nearfield bench: ";
static const char style[] =
    ":root{color-scheme:light dark}body{margin:auto;max-width:1180px;padding:16px;"
    "font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}\n"
    "main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr));gap:16px}\n"
    "section{border:1px solid #8886;border-radius:12px;padding:18px;min-width:0}\n"
    "h1,h2{margin:0;overflow-wrap:anywhere}h2{font-size:20px}p,dd,footer,table{font-size:14px}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;white-space:nowrap}\n"
    "th,td{padding:5px 10px 5px 0;text-align:right;border-bottom:1px solid #8886}\n"
    "th:first-child,td:first-child,.text{text-align:left}p,th,.peer,summary,svg text{opacity:.75}\n"
    ".slower{color:#d33}.faster{color:#1a8a5a}dt{font-weight:600}dd{margin:0 0 8px}\n"
    "svg{display:block;width:100%;max-width:620px;margin:auto}svg text{font-size:13.5px;fill:currentColor}\n"
    "svg path{fill:none;stroke:currentColor;stroke-width:2}svg .grid{stroke:#8886;stroke-width:1}\n"
    "svg circle{fill:currentColor;stroke:none}svg text{stroke:none}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:2px 18px;font-size:14px}.legend span{white-space:nowrap}\n"
    ".legend svg{display:inline-block;width:34px;height:10px;margin:0 6px 0 0}\n";

/* Writes text with the characters that HTML reserves as entities. */
static void escape(FILE *to, const char *text) {
    for (; *text; text++) switch (*text) {
        case '&': fputs("&amp;", to); break;
        case '<': fputs("&lt;", to); break;
        case '>': fputs("&gt;", to); break;
        case '"': fputs("&quot;", to); break;
        default: fputc(*text, to);
        }
}

void html_put(FILE *to, const char *const *texts) {
    for (int k = 0; texts[k]; k++)
        if (k % 2) escape(to, texts[k]);
        else fputs(texts[k], to);
}

void html_open(FILE *to, const char *title) {
    PUT(to, opening, title, "</title>\n<style>\n", "", style, "", "</style></head><body>\n");
}

/* ---- plots: sizes in pixels --------------------------------------------------------------------------- */

enum { WIDTH = 460, HEIGHT = 340, LEFT = 74, RIGHT = 14, TOP = 14, BOTTOM = 66, ROW = 19 };

/* Decimal logarithms of the ends of the y axis. */
typedef struct range {
    double least, most;
} range;

static double x_of(double x) { return LEFT + x * (WIDTH - LEFT - RIGHT); }

static double y_of(range y, double value) {
    return HEIGHT - BOTTOM - (log10(value) - y.least) / (y.most - y.least) * (HEIGHT - TOP - BOTTOM);
}

html_look html_look_of(size_t k) {
    return (html_look){.color = (int)(k % PALETTE), .dashes = (int)((k + k / PALETTE) % HTML_DASHES)};
}

static void put_style(FILE *to, html_look look) {
    static const unsigned char grey[3] = {0x87, 0x87, 0x87};
    static const char *const dashes[HTML_DASHES] = {"none", "9 4", "2 4", "12 4 2 4"};
    const unsigned char *c = look.color < 0 ? grey : palette[look.color % PALETTE];
    fprintf(to, "style=\"color:#%02x%02x%02x;stroke-dasharray:%s\"", c[0], c[1], c[2],
            dashes[look.dashes % HTML_DASHES]);
}

/* The next of 1, 2 and 5 times powers of ten below (-1) or above (1) a positive value. */
static double next_level(double value, int side) {
    static const double steps[] = {1, 2, 5, 10};
    const double power = pow(10, floor(log10(value)));
    int s = 0;
    while (s < 3 && steps[s] * power <= value) s++;
    return side > 0 ? steps[s] * power : steps[s > 0 ? s - 1 : 0] * power;
}

/* Finds the next point of a line from number *k on. */
static int next_point(const html_plot *p, size_t line, size_t *k, html_point *point) {
    while (*k < p->point_count) {
        *point = (html_point){.y = 0};
        p->point(p->of, line, (*k)++, point);
        if (point->y > 0) return 1;
    }
    return 0;
}

/* The y axis begins and ends at a level, and has two of them at least.  Returns 0 where there is nothing to draw. */
static int fit(const html_plot *p, range *y) {
    double least = HUGE_VAL, most = 0;
    html_point point;
    for (size_t line = 0; line < p->line_count; line++)
        for (size_t k = 0; next_point(p, line, &k, &point);) {
            least = fmin(least, point.y);
            most = fmax(most, point.y);
        }
    if (most > 0) *y = (range){log10(next_level(least / 1.05, -1)), log10(next_level(most * 1.05, 1))};
    return most > 0;
}

/* Lines at 1, 2 and 5 times powers of ten; at these alone where they are many, or at every second one. */
static void put_levels(FILE *to, range y) {
    static const double steps[] = {1, 2, 5}, slack = 1e-9;
    const int count = y.most - y.least > 2.5 ? 1 : 3, decades = y.most - y.least > 8 ? 2 : 1;
    for (int k = (int)floor(y.least); k <= y.most + slack; k += decades)
        for (int s = 0; s < count; s++) {
            const double value = steps[s] * pow(10, k), at = y_of(y, value);
            if (log10(value) < y.least - slack || log10(value) > y.most + slack) continue;
            fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, at, WIDTH - RIGHT);
            fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", LEFT - 6, at + 4.5,
                    value);
        }
}

void html_put_number(FILE *to, double x, int row, const char *text, double *taken) {
    const double at = x_of(x), half = 4.5 * (double)strlen(text);
    if (at - half < *taken) return;
    *taken = at + half + 4;
    fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", at,
            HEIGHT - BOTTOM + ROW * row, text);
    if (row == 1) fprintf(to, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n", at, TOP, HEIGHT - BOTTOM);
}

/* A path through the points of a line, and a circle with its words at each. */
static void put_line(FILE *to, const html_plot *p, range y, size_t line) {
    char label[HTML_WORDS];
    html_point point;
    fputs("<g ", to);
    put_style(to, p->line(p->of, line, label));
    fputs("><path d=\"", to);
    for (size_t k = 0, count = 0; next_point(p, line, &k, &point); count++)
        fprintf(to, "%c%.1f %.1f", count && !point.apart ? 'L' : 'M', x_of(point.x), y_of(y, point.y));
    fputs("\"/>\n", to);
    for (size_t k = 0; next_point(p, line, &k, &point);) {
        fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\">", x_of(point.x), y_of(y, point.y));
        PUT(to, "<title>", point.words, "</title></circle>\n");
    }
    fputs("</g>\n", to);
}

static void put_legend(FILE *to, const html_plot *p, size_t line) {
    char label[HTML_WORDS];
    fputs("<span><svg viewBox=\"0 0 34 10\"><path ", to);
    put_style(to, p->line(p->of, line, label));
    PUT(to, " d=\"M0 5H34\"/></svg>", label, "</span>\n");
}

/* Lines without a point are left out. */
static void put_lines(FILE *to, const html_plot *p, range y, int legend) {
    html_point point;
    for (size_t line = 0, k = 0; line < p->line_count; line++, k = 0) {
        if (!next_point(p, line, &k, &point)) continue;
        if (legend) put_legend(to, p, line);
        else put_line(to, p, y, line);
    }
}

void html_put_plot(FILE *to, const html_plot *p) {
    range y = {0, 1};
    if (!fit(p, &y)) {
        fputs("<p>Nothing of this was measured; all numbers say why.</p>\n", to);
        return;
    }
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", WIDTH, HEIGHT);
    PUT(to, "", p->title, "\">\n");
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (LEFT + WIDTH - RIGHT) / 2,
            HEIGHT - BOTTOM + ROW * (p->x_rows + 1));
    PUT(to, "", p->x_title, "</text>\n");
    fprintf(to, "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">",
            (TOP + HEIGHT - BOTTOM) / 2);
    PUT(to, "", p->y_title, "</text>\n");
    put_levels(to, y);
    p->numbers(p->of, to);
    put_lines(to, p, y, 0);
    fputs("</svg>\n<div class=\"legend\">\n", to);
    put_lines(to, p, y, 1);
    fputs("</div>\n", to);
}
