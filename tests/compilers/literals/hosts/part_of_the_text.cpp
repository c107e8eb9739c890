// The host leaves a part of the text out.
//@ finds CLU215
static const std::string source =
    "// first\n"
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            s += b[i] * (j + 1);\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
std::string code() { return source.substr(0, source.size() - 1) + source.substr(source.size() - 1); }
