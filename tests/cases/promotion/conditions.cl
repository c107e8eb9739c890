// Conditions around uses leave no doubt; those around a declaration, or between it and the pragma, may.

//@ run sizes=1,3
//@ build -DODD
//@ build -DODD=0

__kernel void conditions(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    int used[2] = { n, 1 };
#ifdef ODD
    used[0] += in[1];
    #pragma promote_to_registers
    int inside[2] = { n, 3 };
    used[1] = inside[0] * inside[1];
#else
    used[1] -= in[2];
#endif
    #pragma unroll
    for (int i = 0; i < 2; i++) {
#ifdef ODD
        used[i]++;
#else
        used[i] += n;
#endif
    }
    #pragma promote_to_registers
#ifdef ODD
    int chosen[2] = { n, 5 };
#else
    int chosen[3] = { n, 6, 7 };
#endif
#ifdef ODD
    #pragma promote_to_registers
#endif
    int asked[2] = { n, 8 };
    #pragma promote_to_registers
    int outer[2] = { n, 9 };
    {
#ifdef ODD
        int outer[2] = { 3, 4 };
#endif
        used[0] += outer[1];
    }
#if 0
    used[n] = unread;
#endif
    out[get_global_id(0)] = used[0] + used[1] + chosen[1] + asked[1] + outer[0];
}
