//! The variation of inputs.
//!
//! libFuzzer changes bytes, which rarely turns a kernel into another kernel. So half of the time lines and tokens are
//! changed instead: taken out, doubled, exchanged, put into a macro or between conditionals, replaced by words of the
//! dictionary. Lines are also repeated many times, which finds code that takes more time than the size of the input allows.

use libfuzzer_sys::fuzzer_mutate;

use crate::vocabulary::WORDS;

/// How often lines are repeated at most.
const MOST_REPEATED: usize = 300;

/// Changes the first `size` bytes of `data`, and returns the new size.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut dice = Dice::new(seed);
    if dice.below(2) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[..size].to_vec();
    for _ in 0..=dice.below(3) {
        text = step(&text, &mut dice);
    }
    text.truncate(max_size.min(data.len()));
    data[..text.len()].copy_from_slice(&text);
    text.len()
}

fn step(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    match dice.below(16) {
        0 => replaced_lines(text, dice, |_, _| Vec::new()),
        1 => doubled(text, dice),
        2 => replaced_lines(text, dice, |lines, dice| {
            lines.repeat(2 + dice.below((MOST_REPEATED / (1 + lines.len() / 64)).max(1)))
        }),
        3 => replaced_lines(text, dice, in_conditional),
        4 => replaced_lines(text, dice, in_macro),
        5 => replaced_lines(text, dice, |lines, _| [b"{\n", lines, b"}\n"].concat()),
        6 => with_splice(text, dice),
        7 => with_line_endings(text),
        8 | 9 => replaced_tokens(text, dice, |_, _| Vec::new()),
        10 | 11 => replaced_tokens(text, dice, |_, dice| word(dice)),
        12 => {
            let other = token(text, dice);
            replaced_tokens(text, dice, |_, _| other)
        }
        13 => replaced_tokens(text, dice, |token, dice| [token, b" ", &word(dice)].concat()),
        14 => replaced_tokens(text, dice, |_, dice| number(dice)),
        _ => replaced_lines(text, dice, |lines, dice| [&word(dice)[..], b"\n", lines].concat()),
    }
}

fn word(dice: &mut Dice) -> Vec<u8> {
    WORDS[dice.below(WORDS.len())].clone()
}

/// Numbers at which something changes.
fn number(dice: &mut Dice) -> Vec<u8> {
    const NUMBERS: [&str; 24] = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "7",
        "8",
        "9",
        "16",
        "17",
        "63",
        "64",
        "65",
        "255",
        "1000",
        "1024",
        "1025",
        "0x7fffffff",
        "2147483647",
        "4294967295",
        "0xffffffffu",
        "9223372036854775807",
        "-1",
    ];
    NUMBERS[dice.below(NUMBERS.len())].into()
}

/// A range of whole lines is replaced.
fn replaced_lines(text: &[u8], dice: &mut Dice, make: impl FnOnce(&[u8], &mut Dice) -> Vec<u8>) -> Vec<u8> {
    let (start, end) = lines(text, dice);
    [&text[..start], &make(&text[start..end], dice), &text[end..]].concat()
}

/// Where some lines begin and end.
fn lines(text: &[u8], dice: &mut Dice) -> (usize, usize) {
    let mut starts = vec![0];
    starts.extend(text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1));
    let first = dice.below(starts.len());
    // Few lines more often than many.
    let most = 1 << dice.below(6);
    let behind = first + 1 + dice.below(most);
    (starts[first], starts.get(behind).copied().unwrap_or(text.len()))
}

/// Copies some lines to another place too.
fn doubled(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let (start, end) = lines(text, dice);
    let copy = text[start..end].to_vec();
    let (at, _) = lines(text, dice);
    [&text[..at], &copy, &text[at..]].concat()
}

fn in_conditional(lines: &[u8], dice: &mut Dice) -> Vec<u8> {
    const CONDITIONS: [&str; 8] = [
        "#if A\n",
        "#ifdef A\n",
        "#ifndef A\n",
        "#if N > 4\n",
        "#if 0\n",
        "#if 1\n",
        "#if defined(A) && B\n",
        "#if N == N\n",
    ];
    let condition = CONDITIONS[dice.below(CONDITIONS.len())].as_bytes();
    match dice.below(3) {
        0 => [condition, lines, b"#endif\n"].concat(),
        1 => [condition, lines, b"#else\n", lines, b"#endif\n"].concat(),
        _ => [condition, lines, b"#elif B\n", &word(dice), b"\n#endif\n"].concat(),
    }
}

/// Moves the lines into a macro, which is invoked in their place; pragmas in them become operators.
fn in_macro(lines: &[u8], dice: &mut Dice) -> Vec<u8> {
    let text = String::from_utf8_lossy(lines);
    let mut body = Vec::new();
    for line in text.lines() {
        match line.trim().strip_prefix("#pragma ") {
            Some(pragma) => body.push(format!("_Pragma({pragma:?})")),
            None => body.push(line.to_owned()),
        }
    }
    let name = ["M", "N", "F", "LOOP"][dice.below(4)];
    let body = body.join(" \\\n");
    match dice.below(3) {
        0 => format!("#define {name} {body}\n{name}\n"),
        1 => format!("#define {name}(i, n) {body}\n{name}(i, n)\n"),
        _ => format!("#define {name}(i) {body}\n{name}(j);\n"),
    }
    .into_bytes()
}

fn with_splice(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    const PIECES: [&str; 5] = ["\\\n", "\\ \n", "\\\r\n", "/* */", "// \n"];
    let at = dice.below(text.len() + 1);
    [&text[..at], PIECES[dice.below(PIECES.len())].as_bytes(), &text[at..]].concat()
}

/// Lines end otherwise than before.
fn with_line_endings(text: &[u8]) -> Vec<u8> {
    let plain: Vec<u8> = text.iter().copied().filter(|&byte| byte != b'\r').collect();
    if plain.len() < text.len() {
        return plain;
    }
    text.split_inclusive(|&byte| byte == b'\n')
        .flat_map(|line| match line {
            [line @ .., b'\n'] => [line, b"\r\n"].concat(),
            line => line.to_vec(),
        })
        .collect()
}

/// Words, numbers and punctuators one by one, roughly: it matters only that they are small.
fn tokens(text: &[u8]) -> Vec<(usize, usize)> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let length = match rest[0] {
            byte if is_word(byte) => rest.iter().take_while(|byte| is_word(**byte)).count(),
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ => 1,
        };
        tokens.push((at, at + length));
        at += length;
    }
    tokens
}

/// A token of the text, or a word where it has none.
fn token(text: &[u8], dice: &mut Dice) -> Vec<u8> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return word(dice);
    }
    let (start, end) = tokens[dice.below(tokens.len())];
    text[start..end].to_vec()
}

/// One token, or a few, are replaced.
fn replaced_tokens(text: &[u8], dice: &mut Dice, make: impl FnOnce(&[u8], &mut Dice) -> Vec<u8>) -> Vec<u8> {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return word(dice);
    }
    let first = dice.below(tokens.len());
    let most = 1 << dice.below(4);
    let last = (first + dice.below(most)).min(tokens.len() - 1);
    let (start, end) = (tokens[first].0, tokens[last].1);
    [&text[..start], &make(&text[start..end], dice), &text[end..]].concat()
}

/// Numbers from a seed (Marsaglia's xorshift).
struct Dice(u64);

impl Dice {
    fn new(seed: u32) -> Self {
        Self((u64::from(seed) << 1 | 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// A number below `end`, which is not zero.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }
}
