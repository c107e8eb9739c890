// A splice joins two lines (C99 5.1.1.2), so white space at the start of the second line is part of the text: it keeps words apart,
// and `#` sees it. When a body moves, it neither comes nor goes there.

//@ run sizes=1,4,7 global=4

#define TEXT(x) #x

__kernel void moved(__global const int *in, __global uint *out, int n)
{
uint hash = n, x = 1, sizeofx = 9;
    #pragma unroll
    for (int i = 0; i < 2; i++) {
hash = hash * 31u + (uint)TEXT(x\
+x)[1] + i;
hash = hash * 31u + (uint)TEXT(x +\
x)[3];
hash = hash * 31u + (uint)TEXT(x\
   +x)[1]; x += 2;
    }
    out[get_global_id(0)] = hash + sizeofx + x;
}
