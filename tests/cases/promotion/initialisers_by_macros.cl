// What the final compile may put into an initialiser: several values, a row, a string, none.

//@ run sizes=1,2,5
//@ build -DWIDE
//@ build -DTAPS=4,5,6
//@ build -DROUND
//@ build -DONE=9 -DWIDE

#ifndef TAPS
#define TAPS 1, 2, 1
#endif
#ifdef ROUND
#define ROW { 1, 2 }
#else
#define ROW { 3, 4 }
#endif
#ifdef WIDE
#define SEED x, y
#define LETTERS "abc"
#define PLACE [1] = 3
#define CALL(z) z, z
#define NONE
#define EMPTY()
#define NONE_BY_ANOTHER EMPTY()
#define LETTERS_INSIDE ("abc")
#else
#define NONE_BY_ANOTHER 8
#define LETTERS_INSIDE 9
#define SEED x
#define LETTERS "xyz"
#define PLACE [0] = 4
#define CALL(z) (z)
#define NONE 7
#endif
#define ALIAS SEED
#ifndef ONE
#define ONE 3
#endif
#ifndef SUM
#define SUM (1 + 2)
#endif

__kernel void lists(__global const int *in, __global int *out, int n)
{
    int x = in[0] + 3, y = in[1] + 4;
    int sum = 0;
    {
        #pragma promote_to_registers
        int taps[3] = { TAPS };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + taps[i];
    }
    {
        #pragma promote_to_registers
        int rows[2][2] = { ROW, ROW };
        #pragma unroll
        for (int i = 0; i < 2; i++) sum = sum * 31 + rows[i][1];
    }
    {
        #pragma promote_to_registers
        int seeds[4] = { SEED, 1 };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + seeds[i];
    }
    {
        #pragma promote_to_registers
        int seeds[4] = { ALIAS, 1 };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + seeds[i];
    }
    {
        #pragma promote_to_registers
        char letters[4] = { LETTERS };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + letters[i];
    }
    {
        #pragma promote_to_registers
        int places[2] = { PLACE };
        #pragma unroll
        for (int i = 0; i < 2; i++) sum = sum * 31 + places[i];
    }
    {
        #pragma promote_to_registers
        int calls[3] = { CALL(x), 5 };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + calls[i];
    }
    {
        #pragma promote_to_registers
        int last[2] = { 1, NONE };
        #pragma unroll
        for (int i = 0; i < 2; i++) sum = sum * 31 + last[i];
    }
    {
        #pragma promote_to_registers
        int last[2] = { 1, NONE_BY_ANOTHER };
        #pragma unroll
        for (int i = 0; i < 2; i++) sum = sum * 31 + last[i];
    }
    {
        #pragma promote_to_registers
        char letters[4] = { LETTERS_INSIDE };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + letters[i];
    }
    // One value each, whatever the host says.
    {
        #pragma promote_to_registers
        int values[3] = { ONE, -ONE, SUM };
        #pragma unroll
        for (int i = 0; i < 3; i++) sum = sum * 31 + values[i];
    }
    out[get_global_id(0)] = sum;
}
