#define NEST(sum, a)                        \
    _Pragma("unroll 3")                     \
    for (uint y = 0; y < 7; y++)            \
        _Pragma("unroll 4")                 \
        for (uint x = 0; x < 6; x++)        \
            sum += a[y * 6 + x];
