// Literals end in the middle of lines and of tokens.
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < "
        "3; j++) {\n"
    "        #pra" "gma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i" /* ] */ "] * (j + 1); /* \"\\quoted\\\" */\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
const char *code(void) { return source; }
