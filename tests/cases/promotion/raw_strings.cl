// As in CLBlast, where each kernel file is a C++ string: no request but that for registers.

//@ run sizes=1,3
//@ raw

R"(
__kernel void first(__global int *out, int n)
{
    #pragma promote_to_registers
    int acc[2];
)" // the literal goes on
R"(
    acc[0] = n; acc[1] = 3;
    out[get_global_id(0)] = acc[0] * acc[1];
}
)"
