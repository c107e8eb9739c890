// Arrays that are used as a whole, or by what may lead to all of their elements.

//@ run sizes=0,1,3

int sum_of(int *values) { return values[0] + values[1]; }
#define POINTER(x) (&(x))

__kernel void whole(__global int *out, int n)
{
    #pragma promote_to_registers
    int passed[2] = { n, 2 };
    #pragma promote_to_registers
    int addressed[2] = { n, 3 };
    #pragma promote_to_registers
    int added[2] = { n, 4 };
    #pragma promote_to_registers
    int behind[2] = { n, 5 };
    #pragma promote_to_registers
    int sized[2] = { n, 6 };
    #pragma promote_to_registers
    int rows[2][2] = { { n, 7 }, { 8, 9 } };
    #pragma promote_to_registers
    int reversed[2] = { n, 10 };
    #pragma promote_to_registers
    int in_parentheses[2] = { n, 11 };
    #pragma promote_to_registers
    int compared[2] = { n, 12 };
    #pragma promote_to_registers
    int loaded[4] = { n, 13, 14, 15 };
    #pragma promote_to_registers
    int by_macro[2] = { n, 16 };
    #pragma promote_to_registers
    int2 component[2] = { (int2)(n, 1), (int2)(2, 3) };
    *POINTER(by_macro[1]) = 17;
    int *pointer = &component[1].x;
    out[get_global_id(0)] = sum_of(passed) + *&addressed[1] + *(added + 1) + *behind + (int)sizeof(sized) + sized[1]
        + sum_of(rows[1]) + 1[reversed] + (in_parentheses)[1] + (compared == 0) + vload2(0, loaded).y + by_macro[1]
        + pointer[0];
}
