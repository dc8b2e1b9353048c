// Which points of a point's own row are its candidates, for half stencils: those after it.
#define OWN_FIRST        1
#define nf_own_mask(own) (0x7fffffffu >> (own))
#ifdef __OPENCL_C_VERSION__
static inline ulong nf_own_mask_16(uint first, uint k, nf_shift shift) {
    return shift == NF_SHIFT_NONE && k == first + 1 ? 0xfff8fffcfffeffffUL : ~0UL;
}
#endif
