// Comments and empty lines between the literals.
static const char *const source = /* "first" */
    "__kernel void k(__global int *a, __global const int *b) {\n" // "

    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n" /* why " */
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n" // end
;
const char *code(void) { return source; }
