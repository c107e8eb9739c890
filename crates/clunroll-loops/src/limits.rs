//! Every limit of requests, plans and their texts, each with the reason for its number.
//!
//! A loop past a limit stays as written, and a finding says so if the user can change that.

// Limits of the output.

/// How many copies of one body are written where the user sets no other limit. More copies, even of a small body, do not fit
/// into the instruction caches of devices.
pub const DEFAULT_MAX_COPIES: u32 = 1024;

/// By how many bytes a file may grow if the user sets no other limit. A request that writes more is more likely a mistake, and a user
/// can raise the limit.
pub const DEFAULT_MAX_GROWTH: u64 = 1 << 20;

/// The most bytes by which a file may grow whatever the user sets. To write so much takes about 900 MB of memory.
pub const MOST_GROWTH: u64 = 64 << 20;

/// How many loads may run before the stores of their copies. Each is kept in a register from then on; measurements go up to 16.
pub const MAX_LOADS_FIRST: u64 = 16;

/// How many values a form may keep at once where the user sets no other limit. A work-item has up to 255 registers on today's GPUs,
/// and the fewer it takes, the more work-items run at once.
pub const DEFAULT_MAX_LIVE: u32 = 64;

/// How many counters of copies may be declared. More of them are not held in registers, and the search for their names
/// compares each with all.
pub const MAX_COUNTERS: u32 = 1024;

/// How many numbers are tried after one name. A function has so many names with one stem only if they were made on purpose.
pub const MAX_NUMBERS_OF_NAME: u32 = 256;

/// How far one pass of a main loop may go. Compilers compute trip counts with sums of distance and step, and one in use has
/// been seen to let them overflow where the step is close to 2^31 (NVIDIA's driver 580: wrong results).
pub const MAX_PASS: i128 = 1 << 24;

/// The largest factor whose remainder becomes nested tests. Beyond that, the tests are deep for compilers, and longer than they are
/// worth.
pub const MAX_NESTED_FACTOR: u32 = 16;

/// How many bytes nested tests may take. They are for small bodies: the time that a test saves does not grow with the text.
pub const MAX_NESTED_BYTES: u64 = 4096;

/// How many copies may be inside one another, each in the test of the one before. Every one is a block deeper, and compilers stop at 256.
pub const MAX_GUARDED_COPIES: u64 = 32;

/// How many versions of a loop may be written, one for each number of iterations that may remain. They multiply the text: with
/// eight of them, a body is written 92 times.
pub const MAX_VERSIONS: u32 = 8;

/// How many loops around a loop are examined to find the one that is written in versions. Each is read whole.
pub const MAX_LOOPS_OF_VERSIONS: usize = 8;

/// How many tokens are examined after a variable's initialiser to see that no jump skips it.
pub const MAX_TOKENS_AFTER_INITIALIZER: usize = 4096;

/// How many directives are examined to find the text before a loop. Real files have fewer, and the search starts again for each loop.
pub const MAX_DIRECTIVES_BEFORE_LOOP: usize = 64;

/// The most copies that are written as two passes of a main loop without the loop, if no other loop is around it. A loop keeps some
/// compilers (PoCL) from running work-items side by side; for others both forms are equally fast. In a loop with barriers, though, PoCL
/// keeps the address of each access of each copy in memory for each work-item.
pub const MAX_STRAIGHT_COPIES: u64 = 16;

/// The most copies with a test before each that are written unasked, where the trip count is known to be small.
pub const MAX_TESTED_COPIES: u32 = 8;

/// How many copies of a body with a barrier in each iteration a loop may have with tests between them. Some compilers crash
/// where more ways than one lead out of a loop between barriers (PoCL 3.1), and such copies gain next to nothing. Where an
/// iteration may leave its barrier out, there are none: work-items that make different numbers of trips compute other values
/// on PoCL 3.1 if they leave such a loop by more ways than its own.
pub const MAX_MEETINGS: u32 = 2;

/// How many copies of a body a main loop may have where an iteration may leave out its barrier. PoCL 3.1 follows each way
/// through the barriers: it takes 2 seconds for two copies, 6 for four, 26 for five, and has not ended for eight after two
/// minutes.
pub const MAX_SOMETIMES_MEETING: u64 = 4;

/// The same of a loop that is in other loops: in two of them, PoCL 3.1 takes 5 seconds for two copies, 65 for three.
pub const MAX_SOMETIMES_MEETING_INSIDE: u64 = 2;

/// How many copies of a barrier with a test before each the re-checked loops of a function may have together. PoCL 3.1
/// follows each way through them, in loops and outside: with `-cl-opt-disable`, it takes 2 seconds for five, 3 for six, 9 for
/// seven, 18 for eight.
pub const MAX_TESTED_MEETINGS: u64 = 4;

/// How many barriers that an iteration may skip may be in a function where copies of such a barrier are written. PoCL 3.1 follows each
/// way through them, and copies what comes after for each way: one loop by 2 with its remainder (three barriers) takes 2 seconds, one by
/// 4 (five) 7, six in one loop 22, and two loops by 2 (six) have not ended after 40.
pub const MAX_CONDITIONAL_MEETINGS: u64 = 5;

// Limits for the layout of the output.

/// How many columns a line may have before a copy is spread over several. Longer lines are hard to read and to compare.
pub const MAX_LINE_OF_COPY: usize = 120;

/// How many counters are declared in one line. Longer lines are hard to read and to compare.
pub const COUNTERS_IN_LINE: usize = 8;

// Limits for requests, and for the text before a loop.

/// How many tokens the expression of a case label may have, and the arguments of a macro that expands to nothing. Without a
/// limit, each `case` without a colon would be searched to the end of the file.
pub const MAX_LABEL: usize = 256;

/// How many code tokens are expanded to see whether a macro makes a loop. Each request asks this. With longer arguments the
/// macro counts as one that may make a loop, which is safe.
pub const MAX_TOKENS_OF_MACRO: usize = 256;

/// How many attributes, pragma operators and labels may be between a request and its loop. Each of them may be one more
/// request, so the work grows with the square of their number.
pub const MAX_PREFIXES: usize = 64;

/// How many tokens an attribute or a pragma operator before a loop may have. Without a limit, each one without an end would
/// be searched to the end of the file.
pub const MAX_ATTRIBUTE: usize = 1024;
