// What a condition declares ends with its statement (C99 6.8.4p3, 6.8.5p5).

enum { N = 4 };
__kernel void k(__global int *out, int n) {
    int s = 0;
    if (sizeof(enum { N = 6 }) == 1) s = 1;
    #pragma unroll
    for (int i = 0; i < N; i++) { s += i; }
    out[0] = s;
    const int M = 3;
    switch (sizeof(enum { M = 5 })) { default: s++; }
    #pragma unroll
    for (int i = 0; i < M; i++) { s += i; }
    while (s < sizeof(enum { M = 2 })) s++;
    #pragma unroll
    for (int i = 0; i < M; i++) { s += i; }
    do s++; while (s < sizeof(enum { M = 2 }));
    #pragma unroll
    for (int i = 0; i < M; i++) { s += i; }
    out[1] = s;
}
