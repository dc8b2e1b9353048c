// Probe of large buffers: marks words at the start and at 2^30 words behind it, which a 32-bit offset would take for
// the same.
__kernel void probe_large(__global uint *words, uint count, uint step) {
    const ulong k = get_global_id(0);
    if (k >= count) return;
    words[k * step] = (uint)k;
    words[(1UL << 30) + k * step] = ~(uint)k;
}
