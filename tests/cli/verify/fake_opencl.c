// An OpenCL library that behaves badly: from the Nth call on, as the environment says. All else is the real library's.
//
// FAKE_FINISH=N     clFinish fails, as on a device that is lost.
// FAKE_HANG=N       clBuildProgram does not end.
// FAKE_CRASH=N      clBuildProgram crashes.
// FAKE_GPU=1        The device is a GPU.
// FAKE_LOCKSTEP=N   Work-items run in lockstep. Kernels have N parameters, and their work-items all do the same: one runs for all of them.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int is_time(const char *name, int calls) {
    const char *number = getenv(name);
    return number && calls >= atoi(number);
}

int clFinish(void *queue) {
    static int calls = 0;
    int (*finish)(void *) = (int (*)(void *))dlsym(RTLD_NEXT, "clFinish");
    return is_time("FAKE_FINISH", ++calls) ? -5 : finish(queue);
}

// A kernel with more parameters has those that say which part runs: a mask, and its value in the numbers of the work-items. No bit is for
// all of them or none.
int clSetKernelArg(void *kernel, unsigned index, size_t size, const void *value) {
    static unsigned mask = 0;
    int (*set)(void *, unsigned, size_t, const void *) =
        (int (*)(void *, unsigned, size_t, const void *))dlsym(RTLD_NEXT, "clSetKernelArg");
    int (*info)(void *, unsigned, size_t, void *, size_t *) =
        (int (*)(void *, unsigned, size_t, void *, size_t *))dlsym(RTLD_NEXT, "clGetKernelInfo");
    unsigned count = 0, zero = 0;
    if (is_time("FAKE_LOCKSTEP", 1 << 30) && info(kernel, 0x1191, sizeof count, &count, NULL) == 0 &&
        count > (unsigned)atoi(getenv("FAKE_LOCKSTEP")) && index < 2) {
        if (index == 0) {
            mask = *(const unsigned *)value;
        } else if (mask != 0) {
            // The work-item that runs has the number 0, so it is in this part.
            value = &zero;
        }
    }
    return set(kernel, index, size, value);
}

int clEnqueueNDRangeKernel(void *queue, void *kernel, unsigned dimensions, const size_t *offset, const size_t *global,
                           const size_t *local, unsigned count, void *wait, void *event) {
    static const size_t one[3] = {1, 1, 1};
    int (*enqueue)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, unsigned, void *, void *) =
        (int (*)(void *, void *, unsigned, const size_t *, const size_t *, const size_t *, unsigned, void *, void *))
            dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
    if (is_time("FAKE_LOCKSTEP", 1 << 30)) {
        global = one;
        local = local ? one : NULL;
    }
    return enqueue(queue, kernel, dimensions, offset, global, local, count, wait, event);
}

int clGetDeviceInfo(void *device, unsigned name, size_t size, void *value, size_t *needed) {
    int (*info)(void *, unsigned, size_t, void *, size_t *) =
        (int (*)(void *, unsigned, size_t, void *, size_t *))dlsym(RTLD_NEXT, "clGetDeviceInfo");
    int status = info(device, name, size, value, needed);
    if (name == 0x1000 && value && is_time("FAKE_GPU", 1)) {
        *(unsigned long *)value = 4;
    }
    return status;
}

int clBuildProgram(void *program, unsigned count, void *devices, const char *options, void *notify, void *data) {
    static int calls = 0;
    int (*build)(void *, unsigned, void *, const char *, void *, void *) =
        (int (*)(void *, unsigned, void *, const char *, void *, void *))dlsym(RTLD_NEXT, "clBuildProgram");
    calls++;
    if (is_time("FAKE_CRASH", calls)) {
        abort();
    }
    while (is_time("FAKE_HANG", calls)) {
        sleep(1);
    }
    return build(program, count, devices, options, notify, data);
}
