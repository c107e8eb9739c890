// Findings and corrections have their places in the literals of C.
//
//@ lint
//@ raw
//@ expect CLU101 CLU103 CLU110

const char *source =
    "__kernel void wrong(__global int *out, int n) {\n"
    "\t#pragma unroll 0\n"
    "\tfor (int i = 0; i < n; i++) out[i] += \"\\\"\"[0];\n"
    "\t#pragma unrol 4\n"
    "\tfor (int i = 0; i < n; i++) out[i] += 1;\n"
    "\t#pragma unroll M\n"
    "\tfor (int i = 0; i < n; i++) out[i] += 2;\n"
    "}\n";
