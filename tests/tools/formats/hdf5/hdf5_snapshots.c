/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
/* Snapshots of cosmological simulations: the box, and several files. */
#include "tools/formats/hdf5/hdf5_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const double nine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
static const char set[] = "PartType1/Coordinates", header[] = "Header";

/* The header that most codes write; `count` is that of the dataset's type. */
static hid_t begin_snapshot(const char *path, int files, unsigned count, unsigned all) {
    const double box = 10;
    const unsigned here[] = {5, count, 0, 0, 0, 0}, total[] = {15, all, 0, 0, 0, 0}, high[6] = {0};
    const hid_t file = make_file(path);
    put_attribute(file, header, "BoxSize", H5T_NATIVE_DOUBLE, 0, &box);
    put_attribute(file, header, "NumFilesPerSnapshot", H5T_NATIVE_INT, 0, &files);
    put_attribute(file, header, "NumPart_ThisFile", H5T_NATIVE_UINT, 6, here);
    put_attribute(file, header, "NumPart_Total", H5T_NATIVE_UINT, 6, total);
    put_attribute(file, header, "NumPart_Total_HighWord", H5T_NATIVE_UINT, 6, high);
    return file;
}

/* One of them, with points of `nine` from `first`. */
static void write_part(const char *path, int files, unsigned first, unsigned count, unsigned all) {
    const hid_t file = begin_snapshot(path, files, count, all);
    if (count > 0)
        put_array(file, set, H5T_IEEE_F64LE, 2, count, 3, H5T_NATIVE_DOUBLE, nine + (size_t)3 * first);
    end_file(file);
}

TEST(the_box_of_the_header_is_periodic) {
    static const double scalar[] = {10}, three[] = {10, 20, 30}, two[] = {10, 20}, none[] = {0},
                        negative[] = {-1}, four[] = {1, 2, 3, 4};
    static const struct {
        const double *box;
        hsize_t count; /* 0: a scalar */
        int periodic;  /* of SWIFT; -1: not said */
        double cell[3];
        const char *words;
    } rows[] = {{scalar, 0, -1, {10, 10, 10}, NULL},
                {scalar, 1, 1, {10, 10, 10}, NULL},
                {three, 3, -1, {10, 20, 30}, NULL},
                {two, 2, -1, {10, 20, 0}, NULL},
                {two, 2, 1, {10, 20, 0}, NULL},
                {none, 0, -1, {0, 0, 0}, NULL},
                {three, 3, 0, {0, 0, 0}, NULL},
                {negative, 0, -1, {0, 0, 0}, "the BoxSize of /Header is -1; it must be positive."},
                {four, 4, -1, {0, 0, 0}, "the attribute BoxSize of /Header has 4 values"}};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const hid_t file = make_file(path);
        put_array(file, set, H5T_IEEE_F64LE, 2, 3, 3, H5T_NATIVE_DOUBLE, nine);
        put_attribute(file, header, "BoxSize", H5T_NATIVE_DOUBLE, rows[k].count, rows[k].box);
        if (rows[k].periodic >= 0)
            put_attribute(file, "RuntimePars", "PeriodicBoundariesOn", H5T_NATIVE_INT, 0, &rows[k].periodic);
        end_file(file);
        if (rows[k].words) {
            refuses_source(path, NULL, EXIT_INPUT, rows[k].words);
            continue;
        }
        reads_points(path, NULL, 3, 3, NF_FLOAT64, nine, &frame);
        for (int a = 0; a < 9; a++)
            ck_assert(frame.box.cell[a / 3][a % 3] == (a / 3 == a % 3 ? rows[k].cell[a / 3] : 0));
        for (int a = 0; a < 3; a++) ck_assert_int_eq(frame.box.periodic[a], rows[k].cell[a] > 0);
        ck_assert_int_eq(rows[k].count == 2,
                         strstr(frame.note, "z is open, as BoxSize has two numbers") != NULL);
        io_frame_free(&frame);
    }
    const hid_t file = make_file(path), text = H5Tcopy(H5T_C_S1);
    put_array(file, set, H5T_IEEE_F64LE, 2, 3, 3, H5T_NATIVE_DOUBLE, nine);
    put_attribute(file, header, "BoxSize", text, 0, "x");
    end_file(file);
    refuses_source(path, NULL, EXIT_INPUT, "the attribute BoxSize of /Header is not a number.");
    ck_assert_int_ge(H5Tclose(text), 0);
}

TEST(the_files_of_a_snapshot_are_read_together) {
    own_temporary place = new_temporary();
    char path[3][512];
    static const char *const names[] = {"snap_1.0.0.hdf5", "snap_1.0.1.hdf5", "snap_1.0.2.hdf5"};
    const io_source_options options = {.array = set};
    io_frame frame;
    for (int k = 0; k < 3; k++) path_in(&place, names[k], path[k]);
    write_part(path[0], 3, 0, 1, 3);
    write_part(path[1], 3, 0, 0, 3); /* no particles of the type */
    write_part(path[2], 3, 1, 2, 3);
    reads_points(path[0], NULL, 3, 3, NF_FLOAT64, nine, &frame);
    ck_assert_str_eq(frame.note, "dataset /PartType1/Coordinates of 3 files; the file does not say whether "
                                 "its box is periodic: it is taken to be");
    ck_assert_str_eq(frame.warning, "");
    ck_assert(frame.box.cell[2][2] == 10);
    io_frame_free(&frame);
    /* The first may be the one without. */
    write_part(path[0], 3, 0, 0, 3);
    write_part(path[1], 3, 0, 1, 3);
    reads_points(path[0], &options, 3, 3, NF_FLOAT64, nine, &frame);
    io_frame_free(&frame);
    /* Another than the first is read alone. */
    reads_points(path[2], NULL, 2, 3, NF_FLOAT64, nine + 3, &frame);
    ck_assert_ptr_nonnull(
        strstr(frame.warning, "one of the 3 files of a snapshot, the others are not read (fof --b "));
    io_frame_free(&frame);
}

TEST(a_snapshot_that_is_not_whole_is_refused) {
    own_temporary place = new_temporary();
    char path[2][512];
    static const float floats[] = {1, 2, 3, 4, 5, 6};
    path_in(&place, "s.0.hdf5", path[0]);
    path_in(&place, "s.1.hdf5", path[1]);
    write_part(path[0], 2, 0, 1, 3);
    refuses_source(path[0], NULL, EXIT_INPUT, "s.1.hdf5: No such file or directory; NumFilesPerSnapshot of ");
    refuses_source(path[0], NULL, EXIT_INPUT, "s.0.hdf5 asks for 2 files.");
    write_part(path[1], 2, 1, 1, 3);
    refuses_source(path[0], NULL, EXIT_INPUT,
                   "the 2 files of the snapshot hold 2 particles of type 1, but its header announces 3.");
    write_part(path[1], 3, 1, 2, 3);
    refuses_source(path[0], NULL, EXIT_INPUT, "s.1.hdf5: is one of 3 files of a snapshot, the first of 2.");
    static const struct {
        const char *name, *words;
    } unlike[] = {{"Time", "s.1.hdf5: Time of /Header is 2, and 1 in the first file: they are files of "},
                  {"BoxSize", "s.1.hdf5: BoxSize of /Header is 2, and 1 in the first file: "}};
    for (size_t k = 0; k < sizeof unlike / sizeof *unlike; k++)
        for (int part = 0; part < 2; part++) {
            const double value = part + 1;
            write_part(path[part], 2, part ? 1 : 0, part ? 2 : 1, 3);
            const hid_t again = H5Fopen(path[part], H5F_ACC_RDWR, H5P_DEFAULT);
            if (k == 1) ck_assert_int_ge(H5Adelete_by_name(again, header, "BoxSize", H5P_DEFAULT), 0);
            put_attribute(again, header, unlike[k].name, H5T_NATIVE_DOUBLE, 0, &value);
            end_file(again);
            if (part) refuses_source(path[0], NULL, EXIT_INPUT, unlike[k].words);
        }
    write_part(path[0], 2, 0, 1, 3);
    write_part(path[1], 2, 1, 2, 4);
    refuses_source(path[0], NULL, EXIT_INPUT,
                   "s.1.hdf5: NumPart_Total of /Header is 4, and 3 in the first file: ");
    hid_t file = begin_snapshot(path[1], 2, 2, 3);
    end_file(file);
    refuses_source(path[0], NULL, EXIT_INPUT, "s.1.hdf5: has no dataset /PartType1/Coordinates");
    file = begin_snapshot(path[1], 2, 2, 3);
    put_array(file, set, H5T_IEEE_F32LE, 2, 2, 3, H5T_NATIVE_FLOAT, floats);
    end_file(file);
    refuses_source(path[0], NULL, EXIT_INPUT, "s.1.hdf5: /PartType1/Coordinates has another type");
    const io_source_options options = {.array = set};
    write_part(path[0], 2, 0, 0, 0);
    write_part(path[1], 2, 0, 0, 0);
    refuses_source(path[0], &options, EXIT_INPUT, "no file of the snapshot has /PartType1/Coordinates.");
}

static const char masses[] = "PartType1/Masses", velocities[] = "PartType1/Velocities";

/* A file of the snapshot with masses, and with velocities that are ten times the positions; `rows` of them. */
static void write_beside(const char *path, unsigned first, unsigned count, double table, unsigned rows) {
    const double of_types[] = {0, table, 9, 0, 0, 0};
    double fast[9];
    for (int k = 0; k < 9; k++) fast[k] = 10 * nine[k];
    const hid_t file = begin_snapshot(path, 2, count, 3);
    put_array(file, set, H5T_IEEE_F64LE, 2, count, 3, H5T_NATIVE_DOUBLE, nine + (size_t)3 * first);
    if (table == 0) put_array(file, masses, H5T_IEEE_F32LE, 1, rows, 1, H5T_NATIVE_DOUBLE, nine + first);
    put_array(file, velocities, H5T_IEEE_F32LE, 2, rows, 3, H5T_NATIVE_DOUBLE, fast + (size_t)3 * first);
    if (table != 0) put_attribute(file, header, "MassTable", H5T_NATIVE_DOUBLE, 6, of_types);
    end_file(file);
}

TEST(a_row_is_counted_in_its_own_file) {
    own_temporary place = new_temporary();
    char path[2][512];
    const double spoilt[] = {4, 5, 6, 7, NAN, 9};
    path_in(&place, "s.0.hdf5", path[0]);
    path_in(&place, "s.1.hdf5", path[1]);
    write_part(path[0], 2, 0, 1, 3);
    const hid_t file = begin_snapshot(path[1], 2, 2, 3);
    put_array(file, set, H5T_IEEE_F64LE, 2, 2, 3, H5T_NATIVE_DOUBLE, spoilt);
    end_file(file);
    refuses_source(path[0], NULL, EXIT_INPUT,
                   "s.1.hdf5: row 1 (from 0) of /PartType1/Coordinates has a coordinate that is not finite.");
}

TEST(a_file_with_fewer_particles_than_its_header_announces_is_warned_of) {
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    write_part(path, 1, 0, 3, 99999);
    reads_points(path, NULL, 3, 3, NF_FLOAT64, nine, &frame);
    ck_assert_str_eq(frame.warning, "the header announces 99999 particles of type 1 (NumPart_Total), and the "
                                    "file has 3");
    io_frame_free(&frame);
    write_part(path, 1, 0, 3, 3);
    reads_points(path, NULL, 3, 3, NF_FLOAT64, nine, &frame);
    ck_assert_str_eq(frame.warning, "");
    io_frame_free(&frame);
}

TEST(points_that_reach_far_beyond_the_box_are_warned_of) {
    static const double boxes[] = {2.5, 3, 0}; /* the points reach over 6 */
    static const float floats[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    own_temporary place = new_temporary();
    char path[512];
    io_frame frame;
    path_in(&place, "a.hdf5", path);
    for (int k = 0; k < 6; k++) {
        const hid_t file = make_file(path);
        const int is_double = k % 2;
        put_array(file, set, is_double ? H5T_IEEE_F64LE : H5T_IEEE_F32LE, 2, 3, 3,
                  is_double ? H5T_NATIVE_DOUBLE : H5T_NATIVE_FLOAT,
                  is_double ? (const void *)nine : (const void *)floats);
        put_attribute(file, header, "BoxSize", H5T_NATIVE_DOUBLE, 0, &boxes[k / 2]);
        end_file(file);
        reads_points(path, NULL, 3, 3, is_double ? NF_FLOAT64 : NF_FLOAT32,
                     is_double ? (const void *)nine : (const void *)floats, &frame);
        ck_assert_str_eq(
            frame.warning,
            k < 2 ? "the points reach from 1 to 7 along x, but the side of the box of the file is 2.5: "
                    "is it in another unit?"
                  : "");
        io_frame_free(&frame);
    }
}

TEST(masses_and_velocities_are_read_beside_the_points) {
    const io_source_options options = {.beside = 1}, plane = {.beside = 1, .columns = "3,1"};
    own_temporary place = new_temporary();
    char path[2][512];
    io_frame frame;
    path_in(&place, "s.0.hdf5", path[0]);
    path_in(&place, "s.1.hdf5", path[1]);
    write_beside(path[0], 0, 1, 0, 1);
    write_beside(path[1], 1, 2, 0, 2);
    reads_points(path[0], NULL, 3, 3, NF_FLOAT64, nine, &frame);
    ck_assert_uint_eq(frame.column_count, 0);
    io_frame_free(&frame);
    reads_points(path[0], &options, 3, 3, NF_FLOAT64, nine, &frame);
    const io_column *mass = io_frame_column(&frame, IO_COLUMN_MASSES),
                    *velocity = io_frame_column(&frame, IO_COLUMN_VELOCITIES);
    ck_assert(mass && velocity && mass->width == 1 && velocity->width == 3);
    ck_assert(mass->type == NF_FLOAT32 && velocity->type == NF_FLOAT32);
    for (int k = 0; k < 3; k++) ck_assert(((const float *)mass->data)[k] == (float)nine[k]);
    for (int k = 0; k < 9; k++) ck_assert(((const float *)velocity->data)[k] == (float)(10 * nine[k]));
    io_frame_free(&frame);
    /* Velocities have the columns of the points. */
    static const double turned[] = {3, 1, 6, 4, 9, 7};
    reads_points(path[0], &plane, 3, 2, NF_FLOAT64, turned, &frame);
    velocity = io_frame_column(&frame, IO_COLUMN_VELOCITIES);
    ck_assert_int_eq(velocity->width, 2);
    for (int k = 0; k < 6; k++) ck_assert(((const float *)velocity->data)[k] == (float)(10 * turned[k]));
    io_frame_free(&frame);
    /* One mass for all of the type. */
    write_beside(path[0], 0, 1, 7, 1);
    write_beside(path[1], 1, 2, 7, 2);
    reads_points(path[0], &options, 3, 3, NF_FLOAT64, nine, &frame);
    mass = io_frame_column(&frame, IO_COLUMN_MASSES);
    ck_assert_int_eq(mass->type, NF_FLOAT64);
    for (int k = 0; k < 3; k++) ck_assert(((const double *)mass->data)[k] == 7);
    io_frame_free(&frame);
    /* The same by another name of the group. */
    const io_source_options alias = {.beside = 1, .array = "DMParticles/Coordinates"};
    const hid_t again = H5Fopen(path[0], H5F_ACC_RDWR, H5P_DEFAULT);
    ck_assert_int_ge(H5Lcreate_soft("/PartType1", again, "DMParticles", H5P_DEFAULT, H5P_DEFAULT), 0);
    end_file(again);
    reads_points(path[0], &alias, 3, 3, NF_FLOAT64, nine, &frame);
    mass = io_frame_column(&frame, IO_COLUMN_MASSES);
    ck_assert(mass && mass->type == NF_FLOAT64 && ((const double *)mass->data)[2] == 7);
    ck_assert_ptr_nonnull(strstr(frame.note, "dataset /PartType1/Coordinates of 2 files"));
    io_frame_free(&frame);
    /* A snapshot without. */
    write_part(path[0], 1, 0, 2, 2);
    reads_points(path[0], &options, 2, 3, NF_FLOAT64, nine, &frame);
    ck_assert_uint_eq(frame.column_count, 0);
    io_frame_free(&frame);
}

TEST(masses_that_do_not_fit_the_points_are_refused) {
    const io_source_options options = {.beside = 1};
    static const double none[] = {NAN, -2, INFINITY};
    static const char *const words[] = {"nan", "-2", "inf"};
    own_temporary place = new_temporary();
    char path[2][512], expected[128];
    path_in(&place, "s.0.hdf5", path[0]);
    path_in(&place, "s.1.hdf5", path[1]);
    write_beside(path[0], 0, 1, 0, 1);
    write_beside(path[1], 1, 2, 0, 1);
    refuses_source(path[0], &options, EXIT_INPUT,
                   "s.1.hdf5: /PartType1/Masses has 1 rows, but there are 2 points.");
    write_part(path[1], 2, 1, 2, 3);
    refuses_source(path[0], &options, EXIT_INPUT,
                   "s.1.hdf5: /PartType1/Masses has 0 rows, but there are 2 points.");
    for (int k = 0; k < 3; k++) {
        write_beside(path[0], 0, 3, none[k], 3);
        snprintf(expected, sizeof expected,
                 "s.0.hdf5: the MassTable of /Header has the mass %s; a mass is finite, and not negative.",
                 words[k]);
        refuses_source(path[0], &options, EXIT_INPUT, expected);
    }
    const hid_t file = begin_snapshot(path[0], 1, 3, 3);
    put_array(file, set, H5T_IEEE_F64LE, 2, 3, 3, H5T_NATIVE_DOUBLE, nine);
    put_array(file, velocities, H5T_IEEE_F64LE, 2, 3, 2, H5T_NATIVE_DOUBLE, nine);
    end_file(file);
    refuses_source(path[0], &options, EXIT_INPUT,
                   "/PartType1/Velocities has 2 columns; 3 are expected beside the points.");
}

/* The exit code of a run of the command on the host that writes to `output`, and the end of what it complains of. */
static int writes_to(const temporary *place, const char *words, const char *output, char *end, size_t size) {
    char line[2048], complained[512];
    path_in(place, "complained", complained);
    ck_assert_int_lt(snprintf(line, sizeof line, "'%s' %s -c 1 --device host -q -o %s 2>%s",
                              NEARFIELD_COMMAND, words, output, complained),
                     (int)sizeof line);
    const int status = system(line); /* NOLINT: a test's own command */
    size_t length = 0;
    own_memory char *text = read_whole_file(complained, &length);
    snprintf(end, size, "%s", text);
    return WEXITSTATUS(status);
}

TEST(no_file_of_a_snapshot_is_written) {
    own_temporary place = new_temporary();
    char path[3][512], words[1024], end[1024], expected[2048];
    static const char *const names[] = {"snap.0.hdf5", "snap.1.hdf5", "snap.2.hdf5"};
    for (int k = 0; k < 3; k++) path_in(&place, names[k], path[k]);
    for (unsigned k = 0; k < 2; k++) write_part(path[k], 2, k, 1, 2);
    snprintf(words, sizeof words, "pairs %s", path[0]);
    for (int turn = 0; turn < 2; turn++) {
        for (int k = 0; k < 2; k++) {
            ck_assert_int_eq(writes_to(&place, words, path[k], end, sizeof end), EXIT_USAGE);
            snprintf(expected, sizeof expected,
                     "nearfield: %s is both the input and the output: give the output another name\n",
                     path[k]);
            ck_assert_str_eq(end, expected);
        }
        snprintf(words, sizeof words, "pairs random:10 --queries %s", path[0]); /* and as query points */
    }
    io_frame frame;
    reads_points(path[0], NULL, 2, 3, NF_FLOAT64, nine, &frame);
    io_frame_free(&frame);
    ck_assert_uint_eq(files_in(&place), 3); /* and what was complained of */
    /* One that only looks like a file of the snapshot is not read. */
    ck_assert_int_eq(writes_to(&place, words, path[2], end, sizeof end), 0);
}

TEST(the_catalogue_of_a_snapshot_has_its_masses_and_velocities) {
    own_temporary place = new_temporary();
    char path[2][512], csv[512], words[2048];
    static const char *const expected[] = {
        "group,members,mass,x,y,z,vx,vy,vz,inertia_radius,extent,percolates\n0,1,1,1,2,3,10,20,30,0,0,0\n"
        "1,1,2,4,5,6,40,50,60,0,0,0\n2,1,3,7,8,9,70,80,90,0,0,0\n",
        "group,members,mass,x,y,z,vx,vy,vz,inertia_radius,extent,percolates\n0,1,7,1,2,3,10,20,30,0,0,0\n"
        "1,1,7,4,5,6,40,50,60,0,0,0\n2,1,7,7,8,9,70,80,90,0,0,0\n"};
    path_in(&place, "s.0.hdf5", path[0]);
    path_in(&place, "s.1.hdf5", path[1]);
    path_in(&place, "c.csv", csv);
    for (unsigned turn = 0; turn < 2; turn++) {
        write_beside(path[0], 0, 1, turn * 7, 1);
        write_beside(path[1], 1, 2, turn * 7, 2);
        snprintf(words, sizeof words, "'%s' fof %s -l 1 --min-members 1 --device host -q --catalogue %s",
                 NEARFIELD_COMMAND, path[0], csv);
        ck_assert_int_eq(system(words), 0); /* NOLINT: a test's own command */
        size_t length = 0;
        char *text = read_whole_file(csv, &length);
        ck_assert_str_eq(text, expected[turn]);
        free(text);
        ck_assert_int_eq(remove(csv), 0);
    }
}
