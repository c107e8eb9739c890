// A macro of the host is a hole.
//@ finds CLU215
#define STR(x) #x
#define XSTR(x) STR(x)
#define COUNT 4
static const char *source =
    "#define N " XSTR(COUNT) "\n"
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
