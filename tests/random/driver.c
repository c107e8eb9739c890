/* Runs pairs of kernels, compiled as C, and says where they differ.
 *
 * Each pair is run with the same parameters on the same memory. `out` ends at a page that cannot be written to, so that
 * what never ends is stopped by its own trace, after the same number of entries on both sides; memory that belongs to
 * nobody lies around all buffers. A signal ends only the run in which it is raised.
 *
 * Output, one line per pair that is out of the ordinary: what happened, the pair's two numbers, the run's.
 *     same?   D difference (with the entry and both values, -1 for `mem`), O the rewritten one ended otherwise
 *     skipped X the original misbehaves (overflow, wild access, no end), so there is nothing to compare
 *     noted   F both were stopped by a full trace
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

enum { ENTRIES = 16384, CELLS = 64, RUNS = 8 };
enum { ENDED, FULL, FAULT, OVERFLOWN, ENDLESS };

typedef void kernel(long *out, int *mem, int n, unsigned m, long w, unsigned char b);
struct pair {
    int program, build;
    kernel *original, *rewritten;
};
extern const struct pair pairs[];
extern const int pair_count;

static long *out[2];
static int *mem[2];
static char *fence;
/* Entries that the last run may have written. */
static long used[2] = {ENTRIES, ENTRIES};
static sigjmp_buf back;
static char signal_stack[1 << 16];

static void stop(int number, siginfo_t *info, void *context) {
    (void)context;
    char *at = info->si_addr;
    int outcome = number == SIGVTALRM                                         ? ENDLESS
                  : number == SIGILL || number == SIGTRAP || number == SIGFPE ? OVERFLOWN
                  : at >= fence && at < fence + 4096                          ? FULL
                                                                              : FAULT;
    siglongjmp(back, outcome);
}

/* Memory with pages around it that cannot be touched; it ends where the last of them begins. */
static char *fenced(size_t size) {
    size_t pages = (size + 4095) / 4096 * 4096;
    char *area = mmap(0, pages + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(area + 4096, pages, PROT_READ | PROT_WRITE);
    return area + 4096 + pages - size;
}

static int run(kernel *code, int side, int number) {
    static const int n[RUNS] = {13, 0, 1, -1, 3, 5, 8, 4};
    static const int m[RUNS] = {3, 0, 5, 1, 8, 2, 13, 7};
    memset(out[side], 0, used[side] * sizeof(long));
    for (int at = 0; at < CELLS; at++) mem[side][at] = (at * 7 + 3 + number) & 15;
    fence = (char *)(out[side] + ENTRIES);
    struct itimerval patience = {{0, 0}, {1, 0}}, none = {{0, 0}, {0, 0}};
    int outcome = sigsetjmp(back, 1);
    if (outcome == ENDED) {
        setitimer(ITIMER_VIRTUAL, &patience, 0);
        code(out[side], mem[side], n[number], (unsigned)m[number], m[number], (unsigned char)m[number]);
    }
    setitimer(ITIMER_VIRTUAL, &none, 0);
    used[side] = outcome == ENDED ? out[side][0] + 1 : ENTRIES;
    return outcome;
}

static void compare(const struct pair *pair, int number) {
    int original = run(pair->original, 0, number);
    if (original > FULL) {
        printf("X %d %d %d\n", pair->program, pair->build, number);
        return;
    }
    int rewritten = run(pair->rewritten, 1, number);
    /* A trace that was cut off may have been cut between an entry and the count of it. */
    int first = original == FULL;
    if (original == FULL) printf("F %d %d %d\n", pair->program, pair->build, number);
    int last = used[0] > used[1] ? used[0] : used[1];
    for (int at = first; at < last; at++) {
        if (out[0][at] != out[1][at]) {
            printf("D %d %d %d at %d: %ld and %ld\n", pair->program, pair->build, number, at,
                   out[0][at], out[1][at]);
            return;
        }
    }
    if (original != rewritten) {
        static const char *const names[] = {"ends", "fills its trace", "touches wild memory", "overflows", "never ends"};
        printf("O %d %d %d the original %s, the rewritten text %s\n", pair->program, pair->build, number,
               names[original], names[rewritten]);
        return;
    }
    if (original == ENDED && memcmp(mem[0], mem[1], CELLS * sizeof(int)))
        printf("D %d %d %d at -1: mem differs\n", pair->program, pair->build, number);
}

int main(void) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGVTALRM};
    stack_t stack = {signal_stack, 0, sizeof signal_stack};
    sigaltstack(&stack, 0);
    for (unsigned at = 0; at < sizeof numbers / sizeof *numbers; at++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = stop;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigaction(numbers[at], &action, 0);
    }
    for (int side = 0; side < 2; side++) {
        out[side] = (long *)fenced(ENTRIES * sizeof(long));
        mem[side] = (int *)fenced(CELLS * sizeof(int));
    }
    for (int at = 0; at < pair_count; at++)
        for (int number = 0; number < RUNS; number++) compare(&pairs[at], number);
    puts("done");
    return 0;
}
