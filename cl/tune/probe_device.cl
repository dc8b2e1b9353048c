// Probe of large buffers: writes words at the start and 2^30 words after it, which are the same for 32-bit offsets in
// bytes.
__kernel void probe_large(__global uint *words, uint count, uint step) {
    const ulong k = get_global_id(0);
    if (k >= count) return;
    words[k * step] = (uint)k;
    words[(1UL << 30) + k * step] = ~(uint)k;
}
