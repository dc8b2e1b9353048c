// A run: consecutive candidates [begin, end) of the order, which have one image.
typedef struct nf_run {
    uint begin, end;
    nf_shift shift;
    nf_vector vector; // of the shift
#if CLASSES
    int set; // of the candidates
#endif
} nf_run;
