// `char` and `short` variables whose bound lies beyond their type never end, and wrap on the way; they leave by
// `return`. A store of 128 to a `char` is implementation-defined, and wraps on every device.

//@ option --checked
//@ run sizes=0,1,5,100,127,200,254,255,256,300

__kernel void uchar_below_300(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    #pragma unroll 4
    for (uchar i = 0; i < 300; i++) {
        if (++count == 700 + n) { out[id] = count * 1000 + i; return; }
    }
    out[id] = -1;
}

__kernel void uchar_below_n(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    #pragma unroll 4
    for (uchar i = 0; i < n; i++) {
        if (++count == 700) { out[id] = count * 1000 + i; return; }
    }
    out[id] = count;
}

__kernel void uchar_by_three(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    #pragma unroll 4
    for (uchar i = 0; i < n; i += 3) {
        if (++count == 700) { out[id] = count * 1000 + i; return; }
    }
    out[id] = count;
}

__kernel void char_down(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    #pragma unroll
    for (char i = 100; i > -129; i--) {
        if (++count == 700 + n) { out[id] = count * 1000 + i; return; }
    }
    out[id] = -1;
}

__kernel void uchar_up_to_255(__global int *out, int n)
{
    int id = get_global_id(0), count = 0;
    #pragma unroll 4
    for (uchar i = 250; i <= 255; i++) {
        if (++count == 300 + n) { out[id] = count * 1000 + i; return; }
    }
    out[id] = -1;
}
