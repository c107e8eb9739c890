// Arrays of structs, of enumerations, and of types that conditions choose: each element is a variable of that type.

//@ build
//@ build -DPRECISION=64
//@ build -DPRECISION=3232
//@ build -DPRECISION=3232 -DWIDTH=2
//@ build -DWIDTH=4
//@ build -DWIDTH=4 -DPRECISION=64
//@ run sizes=1,3

#ifndef PRECISION
#define PRECISION 32
#endif
#ifndef WIDTH
#define WIDTH 2
#endif

#if PRECISION == 3232
typedef float2 real;
typedef struct { real x, y; } real2;
typedef struct { real x, y, z, w; } real4;
#elif PRECISION == 64
typedef long real;
typedef long2 real2;
typedef long4 real4;
#else
typedef int real;
typedef int2 real2;
typedef int4 real4;
#endif

#if WIDTH == 4
typedef real4 tile;
#else
typedef real2 tile;
#endif

#if PRECISION == 3232
int number(real value) { return (int)(value.x + value.y); }
real make(int value) { return (real)((float)value, 2.0f); }
#else
int number(real value) { return (int)value; }
real make(int value) { return (real)value; }
#endif

typedef struct { int re, im; } Complex;
typedef union { int number; uint bits; } Word;
typedef struct { int part[2]; int other; } Parts;
enum Colour { RED = 3, GREEN = 5 };

int norm(Complex z) { return z.re * z.re + z.im * z.im; }

__kernel void chosen_types(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    real sums[2];
    #pragma promote_to_registers
    tile tiles[2];
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        sums[i] = make(in[i]);
        tiles[i].x = make(n + i);
        tiles[i].y = tiles[i].x;
    }
    sums[0] = sums[1] + tiles[0].y;
    out[get_global_id(0)] = number(sums[0]) + 3 * number(sums[1]) + 5 * number(tiles[1].x);
}

__kernel void structs(__global const int *in, __global int *out, int n)
{
    #pragma promote_to_registers
    Complex points[2];
    #pragma promote_to_registers
    Complex given[3] = { { n, 1 }, { 2, .im = n } };
    #pragma promote_to_registers
    const Complex rows[2][2] = { { { 1, 2 }, { n, 3 } }, { { 4 } } };
    #pragma promote_to_registers
    Word words[2];
    #pragma promote_to_registers
    struct { int a; char b; } pairs[2];
    #pragma unroll
    for (int i = 0; i < 2; i++) {
        points[i].re = in[i];
        points[i].im = i + 2;
        words[i].number = norm(points[i]);
        pairs[i].a = n - i;
        pairs[i].b = 7;
    }
    points[0] = points[1];
    given[2].re += given[0].im + sizeof(given[0]);
    out[get_global_id(0)] = norm(points[0]) + norm(given[1]) + given[2].re + rows[0][1].re + rows[1][0].re
        + rows[1][1].im + (int)words[1].bits + pairs[0].a + pairs[1].b;
}

__kernel void enumerations(__global int *out, int n)
{
    #pragma promote_to_registers
    enum Colour colours[2] = { RED };
    colours[1] = n > 1 ? GREEN : RED;
    out[get_global_id(0)] = colours[0] * 10 + colours[1];
}

// Left: a member that is an array may lead to the other elements, and braces are left out.
__kernel void left(__global int *out, int n)
{
    #pragma promote_to_registers
    Parts parts[2];
    parts[0].part[0] = n;
    parts[0].part[1] = 4;
    int *pointer = parts[0].part;
    #pragma promote_to_registers
    Complex flat[2] = { n, 1, 2, 3 };
    #pragma promote_to_registers
    Complex whole[2] = { flat[0], flat[1] };
    out[get_global_id(0)] = pointer[0] + pointer[1] + flat[1].re + whole[0].im;
}
