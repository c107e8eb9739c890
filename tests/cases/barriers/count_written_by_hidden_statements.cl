// Writes that only a macro or an odd declaration makes: the trip count looks the same for all work-items and is not.

//@ run sizes=0,1,2,3,7 global=2 local=2
//@ build -DTAKES_PART
//@ build -DDECLARES

#ifdef TAKES_PART
#define ADD_ITEM n = l + 7
#else
#define ADD_ITEM
#endif

#ifdef DECLARES
#define OWN int
#else
#define OWN
#endif

// The work-items meet in the sixth iteration; one of them makes seven trips, the other eight.
__kernel void written_by_a_macro(__global int *out)
{
    __local int t[2];
    int l = get_local_id(0), sum = 0, n = 7;
    ADD_ITEM;
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 5) { t[l] = l + 10; barrier(CLK_LOCAL_MEM_FENCE); sum += 100 * t[1 - l]; }
        sum += i;
    }
    out[get_global_id(0)] = sum;
}

__kernel void written_by_what_looks_like_a_declaration(__global int *out)
{
    __local int t[2];
    int l = get_local_id(0), sum = 0, n = 7;
    if (l) { OWN n = 8; }
    #pragma unroll 4
    for (int i = 0; i < n; i++) {
        if (i == 5) { t[l] = l + 10; barrier(CLK_LOCAL_MEM_FENCE); sum += 100 * t[1 - l]; }
        sum += i;
    }
    out[get_global_id(0)] = sum;
}
