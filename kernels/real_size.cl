// Six kernels of real size, with the loops and the requests that their authors would write. docs/performance/real_size.launch.toml has
// launches of the size that a GPU needs; benches/tune_table.py tunes them. The pointers of the last two are not `restrict`, so
// `--assume restrict` has something to add.

//@ run kernel=nearest_centres sizes=0,1,5 global=8 local=8
//@ run kernel=convolution_layer sizes=0,1,3 global=8x4x1 local=8x1x1 set=width:8,height:4
//@ run kernel=motion_search sizes=80 global=4x2 local=4x1
//@ run kernel=ellpack sizes=0,1,7,8,17 global=8 local=8 set=rows:8
//@ run kernel=bilateral sizes=16,24 global=8x4 local=8x1
//@ run kernel=attention_scores sizes=0,1,4,7,16 global=8x2 local=8x1

#define DIMENSIONS 32

// k-means: the nearest of k centres, for four points of each work-item. Both loops around the sum ask to be unrolled.
__kernel void nearest_centres(__global const float *restrict points, __global const float *restrict centres,
                              __global int *restrict nearest, int k)
{
    const int first = get_global_id(0), stride = get_global_size(0);
    float best[4];
    int which[4];
    for (int p = 0; p < 4; p++) {
        best[p] = INFINITY;
        which[p] = -1;
    }
    for (int c = 0; c < k; c++) {
        #pragma unroll
        for (int p = 0; p < 4; p++) {
            float distance = 0.0f;
            #pragma unroll 4
            for (int d = 0; d < DIMENSIONS; d++) {
                const float difference = points[(d * 4 + p) * stride + first] - centres[c * DIMENSIONS + d];
                distance += difference * difference;
            }
            if (distance < best[p]) {
                best[p] = distance;
                which[p] = c;
            }
        }
    }
    for (int p = 0; p < 4; p++)
        nearest[p * stride + first] = which[p];
}

// A layer of a neural network: filters of 3 x 3, and eight outputs for each work-item. The loop over the outputs can be jammed: each
// element of the image is loaded once for several of them.
__kernel void convolution_layer(__global const float *restrict in, __global const float *restrict weights,
                                __global const float *restrict bias, __global float *restrict out, int channels,
                                int width, int height)
{
    const int x = get_global_id(0), y = get_global_id(1), group = get_global_id(2) * 8;
    const int pitch = width + 2;
    #pragma unroll 4
    for (int o = 0; o < 8; o++) {
        float sum = bias[group + o];
        for (int c = 0; c < channels; c++) {
            for (int v = 0; v < 3; v++) {
                #pragma unroll
                for (int u = 0; u < 3; u++)
                    sum += in[(c * (height + 2) + y + v) * pitch + x + u]
                         * weights[(((group + o) * channels + c) * 3 + v) * 3 + u];
            }
        }
        out[((group + o) * height + y) * width + x] = fmax(sum, 0.0f);
    }
}

// The search of a video coder: the best of 16 shifts of a block of 16 x 16 pixels, by the sum of absolute differences.
__kernel void motion_search(__global const uchar *restrict now, __global const uchar *restrict before,
                            __global uint *restrict best, int width)
{
    const int x = get_global_id(0), y = get_global_id(1);
    uint least = 0xffffffffu;
    #pragma unroll 4
    for (int shift = 0; shift < 16; shift++) {
        uint sum = 0;
        for (int v = 0; v < 16; v++) {
            const int row = (y * 16 + v) * width + x * 16;
            #pragma unroll 8
            for (int u = 0; u < 16; u++)
                sum += abs_diff(now[row + u], before[row + u + shift]);
        }
        least = min(least, sum * 16 + shift);
    }
    best[y * get_global_size(0) + x] = least;
}

// A sparse matrix in the ELLPACK format, times a vector: the loads of x are scattered.
__kernel void ellpack(__global const float *restrict values, __global const int *restrict columns,
                      __global const float *restrict x, __global float *restrict y, int rows, int length)
{
    const int row = get_global_id(0);
    float sum = 0.0f;
    #pragma unroll 8
    for (int j = 0; j < length; j++)
        sum += values[j * rows + row] * x[columns[j * rows + row]];
    y[row] = sum;
}

#define RADIUS 4

// A bilateral filter with a window of 9 x 9 pixels: an exponential for each of them.
__kernel void bilateral(__global const float *in, __global float *out, int width, float space, float range)
{
    const int x = get_global_id(0) + RADIUS, y = get_global_id(1) + RADIUS;
    const float centre = in[y * width + x];
    float sum = 0.0f, weights = 0.0f;
    for (int v = -RADIUS; v <= RADIUS; v++) {
        #pragma unroll
        for (int u = -RADIUS; u <= RADIUS; u++) {
            const float value = in[(y + v) * width + x + u];
            const float difference = value - centre;
            const float weight = native_exp(-space * (float)(u * u + v * v) - range * difference * difference);
            sum += weight * value;
            weights += weight;
        }
    }
    out[y * width + x] = sum / weights;
}

// The scores of attention: the products of eight queries with one key for each work-item. The loop over the queries can be jammed if
// the pointers do not overlap.
__kernel void attention_scores(__global const float *queries, __global const float *keys, __global float *scores,
                               int depth, float scale)
{
    const int key = get_global_id(0), keys_count = get_global_size(0), query = get_global_id(1) * 8;
    #pragma unroll 4
    for (int q = 0; q < 8; q++) {
        float sum = 0.0f;
        #pragma unroll 4
        for (int d = 0; d < depth; d++)
            sum += queries[(query + q) * depth + d] * keys[d * keys_count + key];
        scores[(query + q) * keys_count + key] = sum * scale;
    }
}
