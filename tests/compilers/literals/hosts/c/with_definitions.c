// Definitions and a declined request.
static const char *source =
    "#define COUNT 4\n"
    "#define TWICE(x) ((x) * 2)\n"
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < COUNT; i++) {\n"
    "            s += TWICE(b[i]) * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
const char *code(void) { return source; }
