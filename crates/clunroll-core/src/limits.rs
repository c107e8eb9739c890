//! Every limit of the engine, each with the reason for its number.
//!
//! A source may be made to be slow, deep or large. A loop beyond a limit stays as written, and a finding reports this if the user can do
//! something about it. [`oclc_syntax::limits`] has the limits of reading, expansion and parsing.

// Included files.

/// How many included files are searched for requests before anything is read. A file that includes more is read as a whole, which is safe.
pub const MAX_FILES: usize = 256;

/// How many macros that name files the search follows. A file with more is read as a whole, which is safe.
pub const MAX_MACROS: usize = 64;

// Promotion.

/// How many elements a promoted array may have. No device has more registers for one work-item.
pub const MAX_ELEMENTS: u64 = 256;

/// How many columns a line of declarators may have before the next one begins. Longer lines are hard to read and to compare.
pub const MAX_LINE_OF_SCALARS: usize = 100;

// Raw strings of C++.

/// Bytes of the longest delimiter of a raw string. C++ allows no more.
pub const MAX_DELIMITER: usize = 16;

/// How many definitions of one macro in other literals are distinguished. After these, a definition counts as one that may be anything,
/// which is safe.
pub const MAX_DEFINITIONS_ELSEWHERE: usize = 32;

/// How many macros of other literals a program that pastes names may have. It is unknown which of them it makes, so it is read with all of
/// them. A program with more is declined, since a file may contain many such programs.
pub const MAX_PASTED_NAMES_ELSEWHERE: usize = 256;

// Configurations.

/// How many configurations of one loop are planned. The number allows six independent conditions; each configuration is parsed and planned
/// separately.
pub const MAX_CONFIGURATIONS: usize = 64;

/// In how many configurations a function is read for its arrays. Each is parsed separately, and two or three tests choose a macro for
/// arithmetic.
pub const MAX_READINGS: usize = 8;

/// How many tests of configurations are searched for the macros that a message names. A longer list does not help a reader.
pub const MAX_TESTS_SHOWN: usize = 256;

/// How many code tokens one file may read for the sake of configurations. The largest public kernels need a third of this.
pub const CONFIGURATION_BUDGET: usize = 400_000;

/// How many expanded code tokens count as one in the budget. Expansion takes about that part of the time of parsing.
pub const TOKENS_EXPANDED_FOR_ONE: usize = 8;

/// How many code tokens the planning of one request counts for in the budget. It is an estimate of its time.
pub const TOKENS_OF_PLAN: usize = 64;

/// How often variants are planned again after one of them settled a question for all. Each round plans all variants again.
pub const MAX_ROUNDS_OF_VARIANTS: usize = 16;

/// How many tokens of replacement lists are read to find the macros that a stretch of code uses. This is done for each loop with
/// configurations.
pub const MAX_TOKENS_OF_CHOSEN: usize = 16_384;

/// How many names are looked up in one configuration; a name counts once for each moment. Names and moments are multiplied,
/// so neither bounds the work alone.
pub const MAX_LOOKUPS: usize = 4096;

/// Bytes of stack for lang-c and the walks; only the used part is touched. The limits on nesting keep the use well below it.
pub const STACK: usize = 256 << 20;

/// How often regions are searched for, each time without the requests around others that did not help before.
pub const MAX_PASSES: usize = 4;

/// How many chains may select the loop of one region. The number of texts of a region is the product of their branches.
pub const MAX_CHAINS_OF_REGION: usize = 8;

/// How many texts one region may have. It is the number of configurations of one loop.
pub const MAX_LEAVES: usize = 64;

/// How many tokens are walked over in one item, for each of its own. Public kernels need three; requests in hundreds of nested loops, with
/// conditionals among them, would need the square of the item and more.
pub const MAX_WALKED: usize = 100;

// Loops that macros make.

/// How many `#define`s and `#undef`s of a macro are checked to find the conditionals that choose it. The check is repeated for each
/// invocation.
pub const MAX_EVENTS_OF_CHOSEN: usize = 64;

/// How many pairs of a name that `##` makes and a macro are compared. With more, each such name may be that of any macro, which is
/// safe.
pub const MAX_PASTED_NAMES: usize = 1 << 20;

/// How many levels of expansion may be written. Each level reads the text of the invocation once more.
pub const MAX_LEVELS: usize = 48;

/// For how many arguments of one invocation the shorter spelling is tried. Each needs one more expansion, and the longer spelling is
/// correct too.
pub const MAX_CHOICES: usize = 16;

/// How many bytes the text of one invocation may have. It is the growth of a file that is allowed by default.
pub const MAX_TEXT: usize = 1 << 20;

/// How often a text is read again because something in it was not certain. After that, nothing more is promoted.
pub const MAX_ATTEMPTS: usize = 8;

// Lint.

/// How many requests of one loop are compared. Each is compared with all before it.
pub const MAX_COMPARED_REQUESTS: usize = 64;

/// How many letters of a word may be wrong. With three, most short words would match one another.
pub const MAX_SPELLING_DISTANCE: usize = 2;

/// How many tokens of an attribute are searched for misspelt words. Without a limit, each attribute without an end would be searched to the
/// end of the file.
pub const MAX_TOKENS_OF_ATTRIBUTE: usize = 256;

/// How many bytes after `pragma` are searched for a misspelt word. The name of a pragma is at its start.
pub const MAX_LINE_OF_PRAGMA: usize = 256;

/// How many nested branches that are never taken are searched. Their text is read once for each level.
pub const MAX_DEAD_DEPTH: usize = 16;

/// The number of copies of a jam whose request has no factor. Four rows share each load of the inner loop, and their sums fit into
/// registers everywhere.
pub const DEFAULT_JAM: u32 = 4;

/// The most copies for which the lint advises a jam. Each needs registers of its own; jams by 4 and by 8 were measured.
pub const MOST_JAMMED: u32 = 16;

/// The fewest iterations of inner loops for which the lint advises a jam. Compilers unroll shorter ones as a whole, and load a value
/// once by themselves.
pub const LEAST_INNER_TRIPS: u64 = 32;
