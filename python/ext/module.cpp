/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdio>

#if defined(NEARFIELD_HAS_COMMAND)
extern "C" int nearfield_main(int argc, char **argv); /* of the command */

static int command(std::vector<std::string> words) {
    std::vector<char *> arguments;
    for (std::string &word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    nb::gil_scoped_release released;
    const int code = nearfield_main((int)words.size(), arguments.data());
    std::fflush(nullptr);
    return code;
}
#endif

NB_MODULE(_core, m) {
    nb::set_leak_warnings(false); // PyTorch frees tensors that have gradients after the end of the interpreter, or not at all
    bind_context(m);
    bind_points(m);
    bind_result(m);
    bind_cloud(m);
    bind_edges(m);
#if defined(NEARFIELD_HAS_COMMAND)
    m.def("command", &command, nb::arg("words"));
#endif
}
