// A function that formats makes one brace of two.
//@ finds CLU215
static std::string format_of(const std::string &text) {
    std::string all;
    for (size_t i = 0; i < text.size(); i++) {
        all += text[i];
        i += (text[i] == '{' || text[i] == '}') && text[i] == text[i + 1];
    }
    return all;
}
std::string code() { return format_of(
    "__kernel void k(__global int *a, __global const int *b) {{\n"
    "    int s = 0;\n"
    "    for (int j = 0; j < 3; j++) {{\n"
    "        #pragma unroll\n"
    "        for (int i = 0; i < 4; i++) {{\n"
    "            s += b[i] * (j + 1);\n"
    "        }}\n"
    "    }}\n"
    "    a[0] = s;\n"
    "}}\n"); }
