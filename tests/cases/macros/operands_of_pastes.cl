// The operands of `##` are pasted as they are written; what is handed on to another macro is expanded before it.

//@ run sizes=0,1,3 global=1 local=1

#define HEIGHT WIDTH
#define HEIGHT_OF_TILE 9
#define WIDTH_OF_TILE 5
#define PASTED(name) name ## _OF_TILE
#define EXPANDED(name) PASTED(name)

__kernel void bounds(__global uint *out, int n)
{
    uint hash = n;
    #pragma unroll
    for (int i = 0; i < PASTED(HEIGHT); i++)
        hash = hash * 31 + i;
    #pragma unroll
    for (int i = 0; i < EXPANDED(HEIGHT); i++)
        hash = hash * 31 + i;
    #pragma unroll 4
    for (int i = 0; i < n + PASTED(HEIGHT); i++)
        hash = hash * 31 + i;
    out[0] = hash;
}
