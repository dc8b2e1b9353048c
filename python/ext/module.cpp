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

/* Signals, fork() and the end of the interpreter are those of the process, and so is what nanobind keeps: the check comes before it. */
static int refuse_subinterpreters(PyObject *) {
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return 0;
    PyErr_SetString(PyExc_ImportError, "nearfield does not work in a subinterpreter: start a process in its place");
    return -1;
}

#define PyInit__core nearfield_init /* of nanobind */
NB_MODULE(_core, m) {
    bind_context(m);
    bind_points(m);
    bind_result(m);
    bind_cloud(m);
    bind_edges(m);
    /* PyTorch frees tensors that have gradients after the end of the interpreter, or not at all.
     * JAX keeps the functions that it compiled, with their contexts. */
    m.def("ignore_leaks", [] { nb::set_leak_warnings(false); });
#if defined(NEARFIELD_HAS_COMMAND)
    m.def("command", &command, nb::arg("words"));
#endif
}
#undef PyInit__core

extern "C" NB_EXPORT PyObject *PyInit__core(void) {
    enum { ROOM = 16 };
    static PyModuleDef_Slot slots[ROOM] = {{Py_mod_exec, (void *)refuse_subinterpreters}};
    PyObject *const made = nearfield_init();
    PyModuleDef *const definition = reinterpret_cast<PyModuleDef *>(made);
    if (!made || definition->m_slots == slots) return made;
    int count = 1;
    for (const PyModuleDef_Slot *slot = definition->m_slots; slot->slot; slot++) {
        if (count == ROOM - 1) { /* the last one stays empty, which ends the slots */
            PyErr_SetString(PyExc_ImportError, "nearfield: the module has more slots than there is room for");
            return nullptr;
        }
        slots[count++] = *slot;
    }
    definition->m_slots = slots;
    return made;
}
