// CLU229: an array in a function that cannot be parsed is left, with the token from which on it is not understood; and
// arrays of what no scalar can be.

//@ norun a macro is missing

typedef struct { float x, y; } point;
enum choice { ONE, TWO };

__kernel void not_parsed(__global float *out)
{
    #pragma promote_to_registers
    float sums[2];
    FOR_EACH_LANE(lane) {
        sums[0] = lane;
    }
    out[0] = sums[0];
}

__kernel void types(__global float *out)
{
    #pragma promote_to_registers
    point points[2];
    points[0].x = 1.0f;
    #pragma promote_to_registers
    struct { int a; } plain[2];
    plain[0].a = 1;
    #pragma promote_to_registers
    enum choice choices[2];
    choices[0] = ONE;
    #pragma promote_to_registers
    real values[2];
    values[0] = 1;
    out[0] = points[0].x + plain[0].a + choices[0] + values[0];
}
