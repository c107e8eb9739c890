// The literals are the value of a macro.
//@ finds CLU215
#define SOURCE \
    "__kernel void k(__global int *a, __global const int *b) {\n" \
    "    int s = 0;\n" \
    "    for (int j = 0; j < 3; j++) {\n" \
    "        #pragma unroll\n" \
    "        for (int i = 0; i < 4; i++) {\n" \
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n" \
    "        }\n" \
    "    }\n" \
    "    a[0] = s;\n" \
    "}\n"
static const char *source = "#define N 4\n" SOURCE;
const char *code(void) { return source; }
