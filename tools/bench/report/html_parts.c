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

/* The texts one after the other, up to NULL: markup as it is at even places, text to escape at odd ones. */
void html_put(FILE *to, const char *const *texts) {
    for (int k = 0; texts[k]; k++)
        if (k % 2) escape(to, texts[k]);
        else fputs(texts[k], to);
}

void html_open(FILE *to, const char *title) {
    PUT(to, opening, title, "</title>\n<style>\n", "", style, "", "</style></head><body>\n");
}

double html_x(const html_axes *a, double x) {
    return HTML_LEFT + (log10(x) - a->x0) / (a->x1 - a->x0) * (HTML_WIDTH - HTML_LEFT - HTML_RIGHT);
}

double html_y(const html_axes *a, double y) {
    return HTML_HEIGHT - HTML_BOTTOM -
           (log10(y) - a->y0) / (a->y1 - a->y0) * (HTML_HEIGHT - HTML_TOP - HTML_BOTTOM);
}

void html_open_plot(FILE *to, const char *title, const char *x_title, int x_rows, const char *y_title) {
    fprintf(to, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"", HTML_WIDTH, HTML_HEIGHT);
    PUT(to, "", title, "\">\n");
    fprintf(to, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (HTML_LEFT + HTML_WIDTH - HTML_RIGHT) / 2,
            HTML_HEIGHT - HTML_BOTTOM + HTML_ROW * (x_rows + 1));
    PUT(to, "", x_title, "</text>\n");
    fprintf(to, "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">",
            (HTML_TOP + HTML_HEIGHT - HTML_BOTTOM) / 2);
    PUT(to, "", y_title, "</text>\n");
}

int html_put_number(FILE *to, double x, int row, const char *text, double *taken) {
    const double half = 4.5 * (double)strlen(text);
    if (x - half < *taken) return 0;
    *taken = x + half + 4;
    fprintf(to, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x,
            HTML_HEIGHT - HTML_BOTTOM + HTML_ROW * row, text);
    return 1;
}

void html_put_level(FILE *to, const html_axes *axes, double value) {
    const double y = html_y(axes, value);
    fprintf(to, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", HTML_LEFT, y, HTML_WIDTH - HTML_RIGHT);
    fprintf(to, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", HTML_LEFT - 6, y + 4.5, value);
}

void html_put_point(FILE *to, double x, double y, const char *const *texts) {
    fprintf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>", x, y);
    html_put(to, texts);
    fputs("</title></circle>\n", to);
}

html_line html_line_of(size_t k) {
    return (html_line){.color = (int)(k % PALETTE), .dashes = (int)((k + k / PALETTE) % HTML_DASHES)};
}

static void put_style(FILE *to, html_line line) {
    static const unsigned char grey[3] = {0x87, 0x87, 0x87};
    static const char *const dashes[HTML_DASHES] = {"none", "9 4", "2 4", "12 4 2 4"};
    const unsigned char *c = line.color < 0 ? grey : palette[line.color % PALETTE];
    fprintf(to, "style=\"color:#%02x%02x%02x;stroke-dasharray:%s\"", c[0], c[1], c[2],
            dashes[line.dashes % HTML_DASHES]);
}

void html_open_line(FILE *to, html_line line) {
    fputs("<g ", to);
    put_style(to, line);
    fputs(">", to);
}

void html_put_legend(FILE *to, html_line line, const char *label) {
    fputs("<span><svg viewBox=\"0 0 34 10\"><path ", to);
    put_style(to, line);
    PUT(to, " d=\"M0 5H34\"/></svg>", label, "</span>\n");
}
