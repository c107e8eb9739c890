// Lines that begin with tabs and lines that begin with blanks move alike: a tab ends at a multiple of eight columns.

__kernel void mixed(__global const int *in, __global int *out, int n)
{
    int sum = 0;
    if (n) {
	#pragma unroll 2
	for (int i = 0; i < n; i++) {
	    sum += in[i];
	    if (n > 3)
		sum *= 2;
	    else {
		sum -= in[i + 1];
		if (sum & 1)
		    sum++;
	    }
	}
    }
    #pragma unroll
    for (int i = 0; i < 2; i++) {
	int x = in[i];
	if (x)
	    sum += x *
		   n;
    }
    out[get_global_id(0)] = sum;
}
