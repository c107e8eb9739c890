// An OpenCL library that behaves badly: from the Nth call on, as the environment says. All else is the real library's.
//
// FAKE_FINISH=N     clFinish fails, as on a device that is lost.
// FAKE_HANG=N       clBuildProgram does not end.
// FAKE_CRASH=N      clBuildProgram crashes.
// FAKE_GPU=1        The device is a GPU.

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
