/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "tools/formats/readers.h"

#include <string.h>

#define ASCII     "ply\nformat ascii 1.0\ncomment by hand\n"
#define BINARY    "ply\nformat binary_little_endian 1.0\n"
#define XYZ(type) "property " type " x\nproperty " type " y\nproperty " type " z\n"

static const double two[] = {1, 2, 3, -4.5, 0.5, 6};
static const float narrow[] = {1.0F, 2.0F, 0.1F};

TEST(an_ascii_ply_gives_its_vertices) {
    reads_text("a.ply", ASCII "element vertex 2\n" XYZ("double") "end_header\n1 2 3\n-4.5 .5 6\n", 2, 3, two);
    reads_text("a.ply",
               "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty float64 x\r\nproperty int y\r\n"
               "end_header\r\n1 2\r\n3 -4\r\n5 6\r\n",
               3, 2, (const double[]){1, 2, 3, -4, 5, 6});
    reads_floats("a.ply", ASCII "element vertex 1\n" XYZ("float") "end_header\n1 2 0.1\n",
                 strlen(ASCII "element vertex 1\n" XYZ("float") "end_header\n1 2 0.1\n"), 1, 3, narrow);
    reads_text("a.ply", ASCII "element vertex 0\n" XYZ("double") "end_header\n", 0, 3, two);
}

TEST(other_elements_and_properties_of_an_ascii_ply_are_skipped) {
    reads_text("a.ply",
               ASCII "element camera 1\nproperty list uchar int at\nproperty float x\nelement vertex 2\n"
                     "property uchar red\nproperty double z\nproperty list uchar float w\nproperty double y\n"
                     "property double x\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
                     "2 8 9 7\n255 3 2 1 1 2 1\n0 6 0 .5 -4.5\n3 0 1 0\n",
               2, 3, two);
}

TEST(a_binary_ply_gives_its_vertices) {
    static const char file[] =
        BINARY "element vertex 1\n" XYZ("float") "end_header\n"
                                                 "\x00\x00\x80\x3f\x00\x00\x00\x40\xcd\xcc\xcc\x3d";
    reads_floats("a.ply", file, sizeof file - 1, 1, 3, narrow);
    refuses("a.ply", file, sizeof file - 2, EXIT_INPUT, "truncated", "after 0 of the 1 elements 'vertex'");
    refuses("a.ply", file, sizeof file, EXIT_INPUT, "goes on", "");
}

TEST(integers_of_a_binary_ply_reach_from_their_least_to_their_greatest) {
    static const char file[] = BINARY "element vertex 2\nproperty char x\nproperty short y\nend_header\n"
                                      "\x80\x00\x80\x7f\xff\x7f";
    reads("a.ply", file, sizeof file - 1, 2, 2, (const double[]){-128, -32768, 127, 32767});
}

TEST(other_elements_and_properties_of_a_binary_ply_are_skipped) {
    static const char file[] =
        BINARY "element camera 2\nproperty list uchar short at\nelement plain 2\nproperty int16 a\nelement "
               "vertex 2\n"
               "property char x\nproperty list uint16 uchar l\nproperty uint8 y\nproperty int z\n"
               "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
               "\x02"
               "aabb"
               "\x00"
               "ppqq"
               "\xff\x03\x00zzz\xfe\x03\x00\x00\x00"
               "\x04\x00\x00\x05\xfa\xff\xff\xff"
               "\x01\x00\x00\x00\x00";
    reads("a.ply", file, sizeof file - 1, 2, 3, (const double[]){-1, 254, 3, 4, 5, -6});
    refuses("a.ply", file, sizeof file - 2, EXIT_INPUT, "truncated", "after 0 of the 1 elements 'face'");
}

TEST(a_vertex_that_is_not_finite_is_named) {
    static const char file[] = BINARY "element vertex 2\nproperty float x\nproperty float y\nend_header\n"
                                      "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x80\x7f\x00\x00\x00\x00";
    refuses("a.ply", file, sizeof file - 1, EXIT_INPUT, "point 1 has a coordinate that is not finite", "");
    refuses_text("a.ply", ASCII "element vertex 1\n" XYZ("float") "end_header\n1 2 1e39\n",
                 "a.ply:9:", "not finite");
}

TEST(a_ply_with_another_count_is_refused_with_its_line) {
    refuses_text("a.ply", ASCII "element vertex 2\n" XYZ("double") "end_header\n1 2 3\n",
                 "a.ply:9:", "after 1 of the 2 elements 'vertex'");
    refuses_text("a.ply", ASCII "element vertex 1\n" XYZ("double") "end_header\n1 2 3\n4 5 6\n",
                 "a.ply:10:", "goes on");
    refuses_text("a.ply", ASCII "element vertex 1\n" XYZ("double") "end_header\n1 2\n",
                 "a.ply:9:", "ends before");
    refuses_text("a.ply", ASCII "element vertex 1\n" XYZ("double") "end_header\n1 2 3 4\n",
                 "a.ply:9:", "goes on");
    refuses_text("a.ply", ASCII "element vertex 1\n" XYZ("double"), "a.ply:7:", "file ends here");
}

TEST(a_bad_header_of_a_ply_is_refused_with_its_line) {
    refuses_text("a.ply", "plyer\n", "a.ply:1:", "begins with the line 'ply'");
    refuses_text("a.ply", "ply\nformat binary_big_endian 1.0\n", "a.ply:2:", "binary_big_endian");
    refuses_text("a.ply", "ply\nelement vertex 1\n" XYZ("float") "end_header\n1 2 3\n",
                 "a.ply:6:", "no format line");
    refuses_text("a.ply", ASCII "element vertex 3000000000\n", "a.ply:4:", "2147483647");
    refuses_text("a.ply", ASCII "element vertex 1\nproperty real x\n", "a.ply:5:", "known type");
    refuses_text("a.ply", ASCII "element vertex 1\nproperty float x\nproperty int x\n",
                 "a.ply:6:", "two properties 'x'");
    refuses_text("a.ply", ASCII "property int x\n", "a.ply:4:", "before the first element");
    refuses_text("a.ply", ASCII "element vertex 1\nproperty float x\nend_header\n1\n",
                 "no properties x and y", "");
    refuses_text("a.ply", ASCII "element face 1\nproperty int x\nend_header\n1\n", "no vertex element", "");
    refuses_text("a.ply", ASCII "elephant\n", "a.ply:4:", "'elephant'");
}
