// SPDX-FileCopyrightText: 2026 the nearfield authors
// SPDX-License-Identifier: MIT
// The candidates of a row of cells in a periodic box: the cells [from, to] of row (y, z), counted without wrapping, are
// pieces of consecutive points, each in one image of the box along x.  For runs_half_box.cl and runs_full_box.cl.
#define NF_PIECES(grid) ((grid)->radix[0])

// Piece number `piece` of the window, which may be empty.  own: the first candidate inside the box, or NF_ALL.
#define NF_ALL 0xffffffffu
static inline nf_run nf_window_piece(NF_GLOBAL const nf_grid *grid, NF_GLOBAL const nf_place *places, uint n,
                                     int from, int to, int y, int z, int piece, uint own) {
    nf_run run;
    const int nx = (int)grid->n[0], ny = (int)grid->n[1], nz = (int)grid->n[2];
    int m[3];
    run.begin = run.end = 0;
    run.shift = NF_SHIFT_NONE;
    m[1] = nf_is_periodic(grid->lattice, 1) ? nf_image_of(y, ny) : 0;
    m[2] = nf_is_periodic(grid->lattice, 2) ? nf_image_of(z, nz) : 0;
    if (!nf_is_periodic(grid->lattice, 0)) {
        from = from < 0 ? 0 : from;
        to = to < nx ? to : nx - 1;
    }
    m[0] = piece - (grid->radix[0] - 1) / 2;
    y -= m[1] * ny;
    z -= m[2] * nz;
    run.vector = nf_vector_of(&grid->lattice, m);
    const int first = from - m[0] * nx, last = to - m[0] * nx;
    if (y < 0 || y >= ny || z < 0 || z >= nz || first >= nx || last < 0) return run;
    run.begin = m[0] == 0 && own != NF_ALL
                    ? own
                    : nf_points_before(grid, places, n,
                                       nf_cell_number(grid, first > 0 ? (uint)first : 0, (uint)y, (uint)z));
    run.end = nf_points_before(
        grid, places, n, nf_cell_number(grid, last < nx ? (uint)last : (uint)nx - 1, (uint)y, (uint)z) + 1);
    run.shift = nf_shift_of(grid, m);
    return run;
}
