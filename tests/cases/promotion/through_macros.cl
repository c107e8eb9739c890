// Macros between the source and the array: around its index, its name, its declaration, the pragma, and statements.

//@ run sizes=0,1,4,7

#define ACC(i, j) acc[(i) * 2 + (j)]
#define ADD(i, x) acc[i] += (x)
#define NAME values
#define LAST 3
#define REGISTERS _Pragma("promote_to_registers")
#define DECLARE(type, name, n) REGISTERS type name[n] = { 1, 2 }
#define CAT(a, b) a##b
#define MOVE(array, to, from) array[to] = array[from]
#define SQUARE(x) ((x) * (x))
#define FILL(array, n)          \
    array[0] = (n);             \
    array[1] = array[0] * 3;    \
    array[2] = array[1] - (n);  \
    array[LAST] = 1
#define SUM(a) SUM_OF(a, 0) + SUM_OF(a, 2)
#define SUM_OF(a, i) a[i] + a[i + 1]

__kernel void macros(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int acc[4];
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            ACC(i, j) = in[n + i];
            ADD(i * 2 + j, SQUARE(ACC(i, j)));
        }
    }
    REGISTERS int NAME[LAST + 1];
    FILL(NAME, n);
    MOVE(NAME, 1, LAST);
    MOVE(acc, 0, LAST - 1);
    DECLARE(int, pasted, 4);
    CAT(pas, ted)[2] = NAME[0];
    CAT(past, ed[LAST]) = SQUARE(pasted[0] + 1);
    _Pragma("promote_to_registers") int two[2];
    two[0] = SUM(values); two[1] = SUM(pasted);
    out[get_global_id(0)] = SUM(acc) + two[0] * two[1];
}

// What a macro also makes a string of must stay as it is, and so must the array.
#define LENGTH_OF(x) ((int)sizeof(#x) + x)

__kernel void strings(__global int *out, int n)
{
    #pragma promote_to_registers
    int quoted[2];
    quoted[0] = n; quoted[1] = LENGTH_OF(quoted[0]);
    #pragma promote_to_registers
    int plain[2];
    plain[0] = LENGTH_OF(n); plain[1] = n;
    out[get_global_id(0)] = quoted[1] + plain[0] * plain[1];
}

// No macro uses this one: what is written out elsewhere is no matter to it.
__kernel void without_macros(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int own[2] = { n, 3 };
    #pragma unroll
    for (int i = 0; i < 2; i++) own[i] = own[i] * 31 + in[0];
    out[get_global_id(0)] = own[0] ^ own[1];
}
