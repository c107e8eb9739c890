// The host replaces a comment.
//@ finds CLU215
static std::string source =
    "__kernel void k(__global int *a, __global const int *b) {\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {\n"
    "            /* HOOK */\n"
    "            s += b[i] * (j + 1);\n"
    "        }\n"
    "    }\n"
    "    a[0] = s;\n"
    "}\n";
static const char *hook = "/* HOOK */";
std::string code() {
    std::string text = source;
    return text.replace(text.find(hook), 10, "if (b[i] < 0) break;");
}
