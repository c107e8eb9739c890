// The name of a parameter that is made into a string is a hole.
//@ finds CLU215
#define STR(x) #x
static const char *source =
    "#define N " STR(4) "\n"
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < N; i++) {\n"
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
const char *code(void) { return source; }
