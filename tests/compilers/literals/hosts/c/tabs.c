// Tabs as escapes.
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "\tint s = 0;\n"
    "\tfor (int j = 0; j < 3; j++) {\n"
    "\t\t#pragma unroll\n"
    "\t\tfor (int i = 0; i < 4; i++) {\n"
    "\t\t\ts += b[i] * (j + 1); /* \"\\quoted\\\" */\n"
    "\t\t}\n"
    "\t}\n"
    "\ta[0] = s;\n"
    "}\n";
const char *code(void) { return source; }
