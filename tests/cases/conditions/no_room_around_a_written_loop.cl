// There is no room for a loop with all that is asked for inside it. The loop inside is one of several configurations, and is
// written on its own; then what is asked for inside the outer one is less, but it stays as it is.
//@ option --max-growth=4700
//@ run sizes=0,1,2,3,8 global=1 local=1
//@ build -DA
//@ build -DB
//@ build -DA -DB

#define LOOP4(v) _Pragma("unroll") for (int v = 0; v < 4; v++)

__kernel void around(__global int *out, int n)
{
#ifdef A
    #pragma unroll 2
#endif
    for (int i = 0; i < n; i++) {
        LOOP4(a) {
#ifdef B
            #pragma unroll
#endif
            for (int j = 0; j < 3; j++) out[j] += a * i;
        }
    }
}
