/* SPDX-FileCopyrightText: 2026 the nearfield authors
 * SPDX-License-Identifier: MIT */
#include "core.hpp"

#include <nanobind/stl/shared_ptr.h>

/* Results are used again, so that their memory is warm. */
result::~result() {
    if (!handle) return;
    nf_result *const ended = handle;
    const uint64_t was_mapped = mapped;
    context *const from = of.get();
    const size_t size = bytes;
    if (!was_mapped) {
        of->give_result(ended, bytes);
        return;
    }
    of->release([from, ended, was_mapped, size] {
        bool is_ready = true;
        for (int k = 0; k < 64; k++)
            if (was_mapped >> k & 1) is_ready &= nf_result_unmap(ended, (nf_array)k, nullptr) == NF_OK;
        if (!is_ready || !from->keep_result(ended, size)) nf_result_free(ended);
    });
}

static nb::object shown(nf_type type, const void *memory, uint64_t rows, int columns, const nb::object &owner) {
    const size_t shape[2] = {(size_t)rows, (size_t)columns};
    const size_t ndim = columns == 1 ? 1 : 2;
    void *data = const_cast<void *>(memory);
    nb::dlpack::dtype dtype;
    switch (type) {
    case NF_FLOAT32: dtype = nb::dtype<float>(); break;
    case NF_FLOAT64: dtype = nb::dtype<double>(); break;
    case NF_INT32: dtype = nb::dtype<int32_t>(); break;
    case NF_UINT32: dtype = nb::dtype<uint32_t>(); break;
    case NF_INT64: dtype = nb::dtype<int64_t>(); break;
    case NF_UINT8: dtype = nb::dtype<uint8_t>(); break;
    default: dtype = nb::dtype<uint64_t>(); break;
    }
    nb::object array = nb::cast(nb::ndarray<nb::numpy>(data, ndim, shape, owner, nullptr, dtype));
    // The buffer protocol has long long, which is another type to NumPy than int64 where that is long.
    if (sizeof(long) == 8 && dtype.bits == 64 && dtype.code != (uint8_t)nb::dlpack::dtype_code::Float)
        return array.attr("view")(dtype.code == (uint8_t)nb::dlpack::dtype_code::Int ? "l" : "L");
    return array;
}

/* Memory of the context that an array of NumPy owns. */
struct array_memory {
    context_ptr of;
    void *memory;
    size_t room;
    ~array_memory() {
        if (memory) of->give_block(memory, room);
    }
};

static nb::object copied(const result_ptr &from, int array, const nf_array_info &info) {
    const size_t bytes = (size_t)info.rows * (size_t)info.columns * nf_type_bytes(info.type);
    auto owner = std::make_unique<array_memory>();
    owner->of = from->of;
    owner->room = bytes ? bytes : 1;
    owner->memory = from->of->take_block(owner->room, &owner->room);
    nf_context *const handle = from->of->handle;
    from->of->call([&] {
        nf_status status = NF_OK;
        if (!owner->memory) status = nf_host_allocate(handle, owner->room, &owner->memory);
        if (status == NF_OK)
            status = nf_result_read(from->handle, (nf_array)array, 0, info.rows, nullptr, owner->memory);
        return status;
    });
    const void *const memory = owner->memory;
    nb::capsule capsule(owner.release(), [](void *p) noexcept { delete static_cast<array_memory *>(p); });
    return shown(info.type, memory, info.rows, info.columns, capsule);
}

nb::object array_of(const result_ptr &from, int array) {
    const nf_array_info info = *nf_result_array(from->handle, (nf_array)array);
    if (!info.name) return nb::none();
    static const char nothing[8] = "";
    if (!from->of->shares_memory && info.rows) return copied(from, array, info);
    const void *memory = info.host;
    if (info.rows && !memory) {
        bool was_mapped = false; // another thread may ask for the same array
        from->of->call([&] {
            was_mapped = from->mapped >> array & 1;
            const nf_status status =
                was_mapped ? NF_OK : nf_result_map(from->handle, (nf_array)array, nullptr, &memory);
            if (status == NF_OK) from->mapped |= NF_WANT(array);
            return status;
        });
        if (was_mapped) throw nb::value_error("the array is mapped already");
    }
    nb::capsule capsule(new result_ptr(from), [](void *p) noexcept { delete static_cast<result_ptr *>(p); });
    return shown(info.type, memory ? memory : nothing, info.rows, info.columns, capsule);
}

void bind_result(nb::module_ &m) {
    nb::class_<result>(m, "Result")
        .def_prop_ro("total", [](const result &r) { return nf_result_total(r.handle); })
        .def("array", &array_of, nb::arg("number"), nb::sig("def array(self, number: int) -> numpy.typing.NDArray[Any]"));
}
