// The advice names what hinders: `restrict` helps two pointers, and neither one array nor a pointer that changes.
//@ run kernel=one_array sizes=8 global=1 local=1
//@ run kernel=changed sizes=8 global=1 local=1
//@ run kernel=unknown sizes=8 global=1 local=1
//@ run kernel=pointers sizes=8 global=1 local=1

kernel void one_array(global short *o)
{
    short B[10][10];
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            B[i][j] = o[i * 10 + j];
#pragma unroll_and_jam 2
    for (int i = 0; i < 9; i++)
        for (int j = 1; j < 9; j++)
            B[i + 1][j - 1] = B[i][j];
    for (int i = 0; i < 10; i++)
        o[i] = B[i][i];
}

kernel void changed(global int *restrict a, global int *restrict c, int n)
{
    a += n;
#pragma unroll_and_jam 2
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < n; k++)
            c[i * 8 + k] = a[i * 8 + k] + a[k];
}

kernel void unknown(global int *restrict a, global int *restrict b, global int *restrict c, int n)
{
    global int *s = n > 3 ? a : b;
#pragma unroll_and_jam 2
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < n; k++)
            c[i * 8 + k] = s[i * 8 + k] + s[k];
}

kernel void pointers(global int *a, global int *c, int n)
{
#pragma unroll_and_jam 2
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < n; k++)
            c[i * 8 + k] = a[i * 8 + k] + a[k];
}
