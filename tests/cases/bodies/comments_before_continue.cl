// A comment before a `continue`, or a line that is spliced there, stays, and ends neither the branch nor the text after it.
#define IS_FOUR(x) ((x) == 4)

__kernel void before_jumps(__global int *out, __global const int *in, const int n) {
    const int id = get_global_id(0);
    int acc = in[id];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) // the fourth one
            continue;
        acc ^= 5;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) // the fourth one
            continue;
        else // any other
            acc++; // counted
        acc ^= 6;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) /* the
                       fourth one */ continue;
        acc ^= 7;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (IS_FOUR(i)) /* the fourth one */ continue; /* done */ else acc++;
        acc ^= 8;
    }
    out[id] = acc;
}

__kernel void after_statements(__global int *out, __global const int *in, const int n) {
    const int id = get_global_id(0);
    int acc = in[id];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) { acc *= 3; // the fourth one
            continue; }
        acc ^= 5;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) { // four
            continue; // done
        } // of if
        acc ^= 6;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) { // four
            continue; } else // any other
            acc++;
        acc ^= 7;
    }
    out[id] = acc;
}

__kernel void after_splices(__global int *out, __global const int *in, const int n) {
    const int id = get_global_id(0);
    int acc = in[id];
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) \
            continue;
        acc ^= 5;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (i == 4) // the fourth one
            continue; \
        else \
            acc++;
        acc ^= 6;
    }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        acc += i;
        if (4 == i) { \
            continue; \
        }
        acc ^= 7;
    }
    out[id] = acc;
}
