//! Every limit of the analysis, each with the reason for its number.
//!
//! Beyond a limit, the answer is unknown, which is safe.

// Values and trips.

/// How many operators and variables are followed to find the range of a value. No real start is deeper.
pub const MAX_RANGE_DEPTH: usize = 8;

/// How many initialisers, enumerations and macros may be evaluated in one another: the 32 that a factor may have, and the
/// expression itself.
pub const MAX_EVALUATION_DEPTH: usize = 33;

/// How many `const` variables that initialise one another are followed from a factor. It ends cycles.
pub const MAX_INITIALISERS: usize = 32;

/// The largest factor. Compilers read factors as `int`, so a larger one means nothing to them.
pub const MAX_FACTOR: i128 = i32::MAX as i128;

/// How many steps the evaluation of one expression may take. Constants that use one another twice take 2^n steps.
pub const MAX_STEPS_OF_EVALUATION: usize = 1 << 16;

/// How many initialisers are followed to show that a value is the same for all work-items. Each may have several variables,
/// so the work grows fast with the depth.
pub const MAX_INVARIANCE_DEPTH: usize = 8;

/// How many iterations are run to count trips where no formula holds. It is four times the copies that a loop may have by
/// default, and costs little.
pub const MAX_SIMULATED: u64 = 4096;

// Nesting.

/// How many `continue` statements of a body may become branches. Each is around all that follows it, so that the indentation of a copy
/// grows with the square of their number.
pub const MAX_BRANCHES: usize = 8;

/// How deeply brackets may be nested where copies of a loop have branches in place of `continue`. clang 14 and PoCL stop at 256.
pub const MAX_BRACKETS_OF_COPIES: u32 = 200;

/// How many brackets the forms may write around a copy of one loop: a block, a loop, and up to 15 nested tests of a remainder.
pub const BRACKETS_OF_LOOP: u32 = 20;

/// How many statements of a function are followed to find which values of variables are used. Few functions have more than a thousand, and
/// few variables count loops.
pub const MAX_STEPS_OF_LIVENESS: usize = 1 << 16;

// Names and macros.

/// How many names are followed to find what a macro may expand to. With more, it counts as one that may expand to anything,
/// which is safe.
pub const MAX_NAMES_OF_MACRO: usize = 256;

/// How many types conditions may choose among for a name. A vector has six lengths, and its elements six types.
pub const MAX_TYPES_OF_NAME: usize = 64;

/// How many variables are examined for one message. The message is correct without the variable too.
pub const MAX_LOOKED_AT: usize = 64;

/// How many tokens before the place where the parser stopped are searched for the macro that stopped it. The arguments of a call have
/// fewer.
pub const MAX_TOKENS_OF_CALL: usize = 256;

/// How many tokens before a function's body are searched for a parameter, if the function cannot be read. Long lists of parameters have
/// some hundred tokens.
pub const MAX_TOKENS_OF_HEAD: usize = 1024;

// Dependences.

/// How many inequalities two accesses may have at once. Nests of four loops have about fifty, and the elimination of a variable may
/// square their number.
pub const MAX_INEQUALITIES: usize = 512;

/// How many inequalities are processed to compare two accesses. Most proofs need only some hundred.
pub const MAX_INEQUALITIES_OF_PAIR: usize = 1 << 14;

/// How many inequalities are processed for one nest. They take some tenths of a second; after that, accesses that were not compared may
/// meet.
pub const MAX_INEQUALITIES_OF_NEST: usize = 1 << 18;

/// How many names one address may contain after each local in it is replaced by its initialiser. Locals that use one another several times
/// would make a text of any length, and each copy contains it once.
pub const MAX_NAMES_OF_ADDRESS: usize = 256;

/// How many invocations around a token are asked whether they make exactly an expression. Real macros that load are three deep.
pub const MAX_INVOCATIONS_AROUND: usize = 8;
