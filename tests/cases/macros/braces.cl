// A brace that a macro opens: by the braces that can be seen, the function ends too soon, in the middle of a loop's last `if`.

//@ run sizes=0,1,3,7 global=1 local=1
//@ build -DTWICE

#define BEGIN for (int turn = 0; turn < 2; turn++) {
#ifdef TWICE
#define PERHAPS_BEGIN BEGIN
#else
#define PERHAPS_BEGIN
#endif

__kernel void ends_in_an_if(__global int *out, int n)
{
    int sum = 0;
    BEGIN
        sum += turn;
    }
    #pragma unroll
    for (int i = 0; i < 3; i++)
        if (i == n) {
            sum += 5;
        } else {
            sum += 7 * i;
        }
    out[0] = sum;
}

__kernel void ends_in_an_else(__global int *out, int n)
{
    int sum = 0;
    PERHAPS_BEGIN
    sum += 3;
#ifdef TWICE
    }
#endif
    if (n == 1)
        sum = 9;
    else
        #pragma unroll 3
        for (int i = 0; i < n; i++)
            if (i == 2) {
                sum += 5;
            }
            else if (i == 4) {
                sum += 6;
            }
            else
                sum += 7 * i;
    out[0] = sum;
}
