/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

NB_MODULE(_core, m) {
    bind_context(m);
    bind_points(m);
    bind_result(m);
    bind_cloud(m);
}
