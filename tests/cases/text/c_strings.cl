// Kernels as C keeps them: a literal for each line, with escapes; and an argument that a macro makes a string of.

//@ raw

static const char *const lines =
    "__kernel void lines(__global const int *in, __global int *out, int n)\n"
    "{\n"
    "    int sum = 0;   // \"sum\"\n"
    "    #pragma unroll 4\n"  // The compiler's own unrolling is too timid.
    "    for (int i = 0; i < n; i++)\n"
    "        sum += in[i];\n"

    "\t#pragma unroll\n"
    "\tfor (int i = 0; i < 3; i++) {\n"
    "\t\tif (i == n) printf(\"%d\\n\", i);\n"
    "\t\tsum += in[i] \\\n"
    "\t\t    * 3;\n"
    "\t}\n"
    "    out[get_global_id(0)] = sum;\n"
    "}\n";

#define CL_SOURCE(...) #__VA_ARGS__

static const char *const argument = CL_SOURCE(
__kernel void argument(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    _Pragma("unroll 2")   // It's a comment of the host.
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[get_global_id(0)] = sum;
}
);
