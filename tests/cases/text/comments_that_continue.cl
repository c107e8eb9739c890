// Comments that a backslash at their end carries on to the next line, at the ends of what is copied.

//@ run sizes=0,1,2,3,5,8

__kernel void at_the_end(__global int *out, int n)
{
    uint hash = 1;
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        hash = hash * 31 + n; // C:\

    }
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        hash = hash * 31 + i; // C:\

    }
    #pragma unroll
    for (int i = 0; i < 4; i++) // C:\

    {
        hash = hash * 31 + i;
    }
    #pragma unroll
    for (int i = 0; i < 4; i++) {
        hash = hash * 31 + i; \

    }
    out[get_global_id(0)] = hash;
}

// Behind the header, as the lines of a macro have them: white space, of which no copy needs a line.
__kernel void behind_the_header(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) \
        sum += i;
    #pragma unroll 2
    for (int i = 0; i < n; i++) \
    { \
        int term = i * i; \
        sum ^= term; \
    }
    out[get_global_id(0)] = sum;
}

// What begins and ends a comment holds no white space: a line that begins in it stays at the margin.
__kernel void in_delimiters(__global int *out, int n)
{
    int sum = 0;
    #pragma unroll 2
    for (int i = 0; i < n; i++) {
        /\
* one */
        sum += i;
        /* two *\
/ sum += 5; /* three */
        /\
/ four
        /\
\
* five *\
\
/ sum *= 3;
        sum ^= i;
    }
    out[get_global_id(0)] = sum;
}
