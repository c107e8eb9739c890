// The line ends of the text are CR LF.
static const char *source =
    "__kernel void k(__global int *a, __global const int *b) {\r\n"
    "    int s = 0;\r\n"
    "    for (int j = 0; j < 3; j++) {\r\n"
    "        #pragma unroll\r\n"
    "        for (int i = 0; i < 4; i++) {\r\n"
    "            s += b[i] * (j + 1); /* \"\\quoted\\\" */\r\n"
    "        }\r\n"
    "    }\r\n"
    "    a[0] = s;\r\n"
    "}\r\n";
const char *code(void) { return source; }
