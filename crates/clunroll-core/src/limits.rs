//! Every limit of the engine, each with the reason for its number.
//!
//! Source may be made to be slow, deep or large. A loop past a limit stays as written, and a finding says so where a user can do
//! something about it. The limits of what is read, and of expansion and parsing, are those of [`oclc_syntax::limits`].

// Included files.

/// How many included files are searched for requests before anything is read. A file that includes more is read as a whole,
/// which is safe.
pub const MAX_FILES: usize = 256;

/// How many macros that name files are looked for in that search. A file with more is read as a whole, which is safe.
pub const MAX_MACROS: usize = 64;

// Promotion.

/// How many elements a promoted array may have. No device has more registers for one work-item.
pub const MAX_ELEMENTS: u64 = 256;

/// How many columns a line of declarators may have before the next one begins. Longer lines are hard to read and to compare.
pub const MAX_LINE_OF_SCALARS: usize = 100;

// Raw strings of C++.

/// Bytes of the longest delimiter of a raw string. C++ allows no more.
pub const MAX_DELIMITER: usize = 16;

/// How many definitions of one macro in other literals are told apart. After these, a definition counts as one that may be
/// anything, which is safe.
pub const MAX_DEFINITIONS_ELSEWHERE: usize = 32;

/// How many macros of other literals a program may have that pastes names. Which of them it makes is not known, so it is read with all
/// of them; with more it is left, since a file may contain many such programs.
pub const MAX_PASTED_NAMES_ELSEWHERE: usize = 256;

// Configurations.

/// How many configurations of one loop are looked at. That is six independent conditions; each is parsed and planned of its
/// own.
pub const MAX_CONFIGURATIONS: usize = 64;

/// In how many configurations a function is read for its arrays. Each is parsed of its own, and a macro for arithmetic is chosen by
/// two or three tests.
pub const MAX_READINGS: usize = 8;

/// How many tests of configurations are looked through for the macros that a message names. Nobody reads more.
pub const MAX_TESTS_SHOWN: usize = 256;

/// How many code tokens one file may look at for the sake of configurations. The largest public kernels take a third of it.
pub const CONFIGURATION_BUDGET: usize = 400_000;

/// How many code tokens that are expanded count as one in the budget. Expansion takes about that part of the time of parsing.
pub const TOKENS_EXPANDED_FOR_ONE: usize = 8;

/// As how many code tokens the planning of one request counts in the budget. It is an estimate of the time that it takes.
pub const TOKENS_OF_PLAN: usize = 64;

/// How often variants are planned anew after one of them settled something for all. Each round plans all variants again.
pub const MAX_ROUNDS_OF_VARIANTS: usize = 16;

/// How many tokens of replacement lists are read to find the macros that a stretch of code leads to. This is done for each
/// loop with configurations.
pub const MAX_TOKENS_OF_CHOSEN: usize = 16_384;

/// How many names are looked up in one configuration; a name counts once for each moment. Names and moments are multiplied,
/// so neither bounds the work alone.
pub const MAX_LOOKUPS: usize = 4096;

/// Bytes of stack for lang-c and the walks; they are touched only as far as they are used. The limits on nesting keep the use
/// well below it.
pub const STACK: usize = 256 << 20;

/// How often regions are looked for, each time without the requests that were of no use before: those around others.
pub const MAX_PASSES: usize = 4;

/// How many chains may select the loop of one region. The texts of a region are the product of their branches.
pub const MAX_CHAINS_OF_REGION: usize = 8;

/// How many texts one region may become. It is the number of configurations of one loop.
pub const MAX_LEAVES: usize = 64;

/// How many tokens are walked over in one item, for each of its own. Public kernels take three; requests in hundreds of
/// nested loops, with conditionals among them, would take the square of the item and more.
pub const MAX_WALKED: usize = 100;

// Loops that macros make.

/// How many `#define`s and `#undef`s of a macro are looked at to find the conditionals that choose it. Each invocation asks this.
pub const MAX_EVENTS_OF_CHOSEN: usize = 64;

/// How many pairs of a name that `##` makes and a macro are compared. With more, each such name may be that of any macro, which is
/// safe.
pub const MAX_PASTED_NAMES: usize = 1 << 20;

/// How many levels of expansion may be written out. Each level reads the text of the invocation once more.
pub const MAX_LEVELS: usize = 48;

/// For how many arguments of one invocation the shorter spelling is looked for. Each is one more expansion, and the longer
/// spelling is right too.
pub const MAX_CHOICES: usize = 16;

/// How many bytes the text of one invocation may have. It is what a file may grow by if the user sets no other limit.
pub const MAX_TEXT: usize = 1 << 20;

/// How often a text is read again for the sake of what turned out not to be certain in it. After that, nothing more is
/// promoted.
pub const MAX_ATTEMPTS: usize = 8;

// Lint.

/// How many requests of one loop are compared. Each is compared with all before it.
pub const MAX_COMPARED_REQUESTS: usize = 64;

/// How many letters of a word may be wrong. With three, most short words are like one another.
pub const MAX_SPELLING_DISTANCE: usize = 2;

/// How many tokens of an attribute are looked at for misspelt words. Without a limit, each one without an end would be
/// searched to the end of the file.
pub const MAX_TOKENS_OF_ATTRIBUTE: usize = 256;

/// How many bytes after `pragma` are searched for a misspelt word. The name of a pragma is at its start.
pub const MAX_LINE_OF_PRAGMA: usize = 256;

/// How many nested branches that are never taken are gone through. Their text is read once for each level.
pub const MAX_DEAD_DEPTH: usize = 16;

/// How many initialisers are followed from a pointer to the parameter that it begins with. It ends chains that lead in a
/// circle; a longer one costs an advice, and nothing else.
pub const MAX_POINTERS_IN_A_ROW: usize = 8;

/// The copies of a jam whose request has no factor. Four rows share each load of the inner loop, and their sums fit into registers
/// everywhere.
pub const DEFAULT_JAM: u32 = 4;

/// The most copies for which the lint advises a jam. Each needs registers of its own; jams by 4 and by 8 were measured.
pub const MOST_JAMMED: u32 = 16;

/// The fewest iterations of inner loops for which the lint advises a jam. Compilers unroll shorter ones as a whole, and load a value
/// once by themselves.
pub const LEAST_INNER_TRIPS: u64 = 32;
