//! Writes a program as OpenCL C.
//!
//! All names of file scope end in the program's number, and those that belong to a loop in the loop's, so that any
//! number of programs can be in one translation unit and any loop within any other. Macros are defined if their
//! name occurs in the text.

use std::fmt::Write;

use super::expressions::MACROS;
use super::program::{
    Block, Comparison, Declared, Form, Header, Jump, Loop, Operand, Pointee, Program, Request, Statement, Step, Target,
};
use super::unread::{Place, Unread};

/// The macros that hide something: name, parameters and replacement, where `@` is the program's number.
const HIDING: [(&str, &str, &str); 9] = [
    ("LEAVE", "", "break"),
    ("LEAVE_IF", "(c)", "if (c) break"),
    ("SKIP", "", "continue"),
    ("SKIP_IF", "(c)", "if (c) continue"),
    ("QUIT_IF", "(c)", "if (c) return"),
    ("OUT_IF", "(c, label)", "if (c) goto label"),
    ("BUMP", "(x, by)", "x += by"),
    ("STEP", "(step)", "step"),
    ("NOTE_TWICE", "(x)", "{ t@(out, x); t@(out, (x) + 1); }"),
];

/// A program's text.
pub struct Printed {
    /// The text for clunroll and the compilers.
    pub text: String,
    /// The macros that it defines, the host's among them.
    pub macros: Vec<String>,
}

/// The parameters of each kernel, as OpenCL C has them.
pub const PARAMETERS: &str = "__global long *out, __global int *mem, int n, uint m, long w, uchar b";

/// The text before the name of each kernel.
pub const KERNEL: &str = "__kernel void";
/// The same for a kernel that requires a size of its work-groups.
pub const KERNEL_OF_SIZE: &str = "__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void";
/// The size of a work-group.
pub const WORK_GROUP: usize = 4;

/// Writes `program`.
pub fn print(program: &Program) -> Printed {
    let mut printer = Printer { number: program.number, ..Printer::default() };
    let n = program.number;
    printer.indent = 1;
    printer.statements(&program.body);
    let (body, loops) = (std::mem::take(&mut printer.text), std::mem::take(&mut printer.macros));
    let mut text = String::new();
    let mut macros = Vec::new();
    let include = |text: &mut String, here: Place| {
        if program.unread.is_some_and(|unread| unread.place == here) {
            text.push_str(&Unread::line(n));
        }
    };
    include(&mut text, Place::First);
    for host in &program.hosts {
        if let Some(default) = &host.default {
            let (name, parameters) = (&host.name, host.parameters);
            let _ = writeln!(text, "#ifndef {name}\n#define {name}{parameters} {default}\n#endif");
        }
        macros.push(host.name.clone());
    }
    include(&mut text, Place::Defaults);
    for (name, value) in &program.constants {
        let _ = writeln!(text, "#define {name} {value}");
        macros.push(name.clone());
    }
    include(&mut text, Place::Constants);
    for choice in &program.choices {
        let [set, unset] = [&choice.set, &choice.unset].map(|text| format!("#define {} {text}", choice.name));
        let _ = writeln!(text, "{}\n{set}\n#else\n{unset}\n#endif", choice.condition);
        macros.push(choice.name.clone());
    }
    include(&mut text, Place::Choices);
    for (name, parameters, replacement) in HIDING.into_iter().chain(MACROS) {
        let name = format!("{name}{n}");
        if names(&body, &name) || loops.iter().any(|(_, made)| names(made, &name)) {
            let replacement = replacement.replace('@', &n.to_string());
            let _ = writeln!(text, "#define {name}{parameters} {replacement}");
            macros.push(name);
        }
    }
    let loops_text: String = loops.iter().map(|(_, made)| made.as_str()).collect();
    for (name, made) in loops {
        let _ = writeln!(text, "#define {name}{made}");
        macros.push(name);
    }
    let _ = writeln!(text, "enum {{ E{n} = 6 }};\n__constant int C{n} = 5;");
    let _ = writeln!(text, "void t{n}(__global long *out, long value) {{ out[0] += 1; out[out[0]] = value; }}");
    let _ = writeln!(text, "int f{n}(int x) {{ return x & 7; }}");
    let _ = writeln!(text, "int p{n}(__global long *out, long value) {{ t{n}(out, value); return value != 11; }}");
    let _ = writeln!(text, "void d{n}(int *x) {{ *x -= 1; }}");
    let kernel = if program.has_work_group_size { KERNEL_OF_SIZE } else { KERNEL };
    let begin = program.head.maker.as_ref().map_or_else(|| format!("{kernel} k{n}"), |maker| format!("{maker}(k{n})"));
    let parameters = program.head.parameters.as_deref().unwrap_or(PARAMETERS);
    let _ = writeln!(text, "{begin}({parameters}) {{\n    uint acc = 1u;");
    if body.contains("data") || loops_text.contains("data") {
        text.push_str("    int data[32];\n    for (int at = 0; at < 32; at++) data[at] = mem[at & 15] + at;\n");
    }
    text.push_str(&body);
    let _ = writeln!(text, "    t{n}(out, acc);\n}}");
    for name in program.unread.iter().flat_map(|unread| unread.undefined(program)) {
        let _ = writeln!(text, "#undef {name}");
    }
    Printed { text, macros }
}

/// Whether a text holds that name as a whole word.
pub fn names(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let is_part = |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !is_part(text[..at].chars().next_back()) && !is_part(text[at + name.len()..].chars().next())
    })
}

/// A loop around the text that is being written.
struct Around {
    id: usize,
    /// The statement that steps, where a `continue` would skip it.
    step: Option<String>,
    /// Whether a `goto` leads to the end of it.
    is_left: bool,
}

#[derive(Default)]
struct Printer {
    number: u64,
    text: String,
    indent: usize,
    loops: Vec<Around>,
    labels: usize,
    /// Macros that make loops.
    macros: Vec<(String, String)>,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let mut is_spliced = false;
        for line in text.split('\n') {
            // The column of a directive does not matter; it is at the margin, as most people write it.
            let is_placed = is_spliced || line.starts_with(['#', ' ']);
            let indent = if is_placed { 0 } else { self.indent };
            let _ = writeln!(self.text, "{}{line}", "    ".repeat(indent));
            is_spliced = line.ends_with('\\');
        }
    }

    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement, false);
        }
    }

    /// One statement; `alone` where the syntax allows only one.
    fn statement(&mut self, statement: &Statement, alone: bool) {
        match statement {
            Statement::Text(text) | Statement::Anchor(text) => self.line(text),
            Statement::If(condition, then, otherwise) => {
                self.block(&format!("if ({condition})"), then, "", "");
                if let Some(otherwise) = otherwise {
                    self.block("else", otherwise, "", "");
                }
            }
            Statement::Compound(statements) => self.braced("", statements),
            Statement::Loop(site) => self.site(site, alone),
            Statement::Switch(value, arms) => {
                self.line(&format!("switch ({value}) {{"));
                for (label, statements) in arms {
                    self.braced(&format!("{label}:"), statements);
                }
                self.line("}");
            }
            Statement::Jump(jump) => self.jump(jump),
            Statement::Skip(condition, over) => {
                self.labels += 1;
                let label = format!("s{}", self.labels);
                if alone {
                    self.line("{");
                }
                self.line(&format!("if ({condition}) goto {label};"));
                self.braced("", over);
                self.line(&format!("{label}: ;"));
                if alone {
                    self.line("}");
                }
            }
        }
    }

    fn braced(&mut self, head: &str, statements: &[Statement]) {
        self.line(format!("{head} {{").trim_start());
        self.indented(|printer| printer.statements(statements));
        self.line("}");
    }

    /// A statement's head and its block; `first` and `last` are statements around the contents of the block.
    fn block(&mut self, head: &str, block: &Block, first: &str, last: &str) {
        if let ([statement], false, "", "") = (&*block.statements, block.braces, first, last) {
            self.line(head);
            self.indented(|printer| printer.statement(statement, true));
            return;
        }
        self.line(&format!("{head} {{"));
        self.indented(|printer| {
            for line in [first].into_iter().filter(|line| !line.is_empty()) {
                printer.line(line);
            }
            printer.statements(&block.statements);
            for line in [last].into_iter().filter(|line| !line.is_empty()) {
                printer.line(line);
            }
        });
        self.line("}");
    }

    fn jump(&mut self, jump: &Jump) {
        let n = self.number;
        let condition = jump.condition.as_deref();
        let around = self.loops.last();
        let step = around.and_then(|around| around.step.clone());
        let (plain, hidden) = match jump.target {
            Target::Break => ("break".to_owned(), format!("LEAVE_IF{n}({})", condition.unwrap_or("1"))),
            Target::Continue => match step {
                Some(step) => {
                    let skip = if jump.is_hidden { format!("SKIP{n}") } else { "continue".to_owned() };
                    let text = format!("{{ {step} {skip}; }}");
                    self.line(&condition.map_or(text.clone(), |condition| format!("if ({condition}) {text}")));
                    return;
                }
                None => ("continue".to_owned(), format!("SKIP_IF{n}({})", condition.unwrap_or("1"))),
            },
            Target::Return => ("return".to_owned(), format!("QUIT_IF{n}({})", condition.unwrap_or("1"))),
            Target::Out(levels) => {
                let level = self.loops.len().saturating_sub(levels + 1);
                let Some(around) = self.loops.get_mut(level) else { return self.line(";") };
                around.is_left = true;
                let label = format!("out{}", around.id);
                (format!("goto {label}"), format!("OUT_IF{n}({}, {label})", condition.unwrap_or("1")))
            }
        };
        match (jump.is_hidden, condition) {
            (true, _) => self.line(&format!("{hidden};")),
            (false, Some(condition)) => self.line(&format!("if ({condition}) {plain};")),
            (false, None) => self.line(&format!("{plain};")),
        }
    }

    /// Puts the loop that is the text so far into the argument of a macro, or its body alone, if it can stand there. The macro also
    /// makes the request if that needs no line of its own; returns the request that is still to be written.
    fn put_in_argument<'a>(&mut self, site: &Loop, head: &str, request: Option<&'a Request>) -> Option<&'a Request> {
        let text = self.text.trim();
        let mut depth = 0;
        let mut is_split = false;
        for byte in text.bytes() {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b',' => is_split |= depth == 0,
                _ => {}
            }
        }
        // A directive has no meaning there.
        if is_split || text.contains('#') {
            return request;
        }
        let (argument, made) = match (site.form, text.strip_prefix(head)) {
            (Form::ForAroundArgument, Some(body)) => (body, format!("{head} TEXT")),
            _ => (text, "TEXT".to_owned()),
        };
        let name = format!("EACH{}_{}", self.number, site.id);
        let asked = request.filter(|request| !request.text.contains('#'));
        let asking = asked.map_or_else(String::new, |asked| format!("{} ", asked.text));
        let written = format!("{name}({})", argument.trim());
        self.macros.push((name, format!("(TEXT) {asking}{made}")));
        self.text.clear();
        self.line(&written);
        request.filter(|_| asked.is_none())
    }

    #[expect(clippy::too_many_lines, reason = "one part after another, in the order of the text")]
    fn site(&mut self, site: &Loop, alone: bool) {
        let header = &site.header;
        let step_text = step(header, self.number);
        let step_line = format!("{step_text};");
        let steps_last = site.form.steps_last();
        self.loops.push(Around { id: site.id, step: steps_last.then(|| step_line.clone()), is_left: false });
        // Whether a label is needed is known once the body has been written.
        let outer = std::mem::take(&mut self.text);
        let init = match header.declared {
            Declared::Inside => format!("{} {}", type_name(header), declarators(header, true)),
            Declared::Before => declarators(header, false),
            Declared::BeforeWithValue => String::new(),
        };
        let test = condition(header, site.form);
        let leave = format!("if (!({test})) break;");
        let mut request = site.request.as_ref();
        match site.form {
            Form::For => self.block(&format!("for ({init}; {test}; {step_text})"), &site.body, "", ""),
            Form::ForByMacro => {
                let name = format!("LOOP{}_{}", self.number, site.id);
                self.macros.push((name.clone(), format!(" for ({init}; {test}; {step_text})")));
                self.block(&name, &site.body, "", "");
            }
            Form::ForAroundArgument | Form::ForInArgument => {
                let head = format!("for ({init}; {test}; {step_text})");
                self.block(&head, &site.body, "", "");
                request = self.put_in_argument(site, &head, request);
            }
            Form::ForWithoutCondition => {
                self.block(&format!("for ({init};; {step_text})"), &site.body, &leave, "");
            }
            Form::ForStepInCondition => self.block(&format!("for ({init}; {test};)"), &site.body, "", ""),
            Form::ForWithoutStep => self.block(&format!("for ({init}; {test};)"), &site.body, "", &step_line),
            Form::While => self.block(&format!("while ({test})"), &site.body, "", &step_line),
            Form::WhileStepFirst => self.block(&format!("while ({test})"), &site.body, &step_line, ""),
            Form::WhileStepInCondition => self.block(&format!("while ({test})"), &site.body, "", ""),
            Form::Do | Form::DoStepInCondition => {
                let last = if steps_last { &*step_line } else { "" };
                self.block("do", &site.body, "", last);
                self.line(&format!("while ({test});"));
            }
            Form::Forever => self.block("for (;;)", &site.body, &leave, &step_line),
        }
        let written = std::mem::replace(&mut self.text, outer);
        let is_left = self.loops.pop().is_some_and(|around| around.is_left);
        let declares = header.declared != Declared::Inside;
        let operands = || [&header.start, &header.bound].into_iter().filter_map(|operand| operand.declaration.as_ref());
        let is_more = is_left || declares || operands().next().is_some();
        let needs_block =
            alone && (is_more || !site.before.is_empty() || !site.between.is_empty() || !site.after.is_empty());
        if needs_block {
            self.line("{");
        }
        for line in operands().chain(&site.before) {
            self.line(line);
        }
        if declares {
            let with_value = header.declared == Declared::BeforeWithValue;
            let names = if with_value { declarators(header, true) } else { declared_names(header) };
            self.line(&format!("{} {names};", type_name(header)));
        }
        for line in &site.between {
            self.line(line);
        }
        // A request is directly before its loop.
        if let Some(request) = request {
            self.line(&request.text);
        }
        self.text.push_str(&written);
        if is_left {
            self.line(&format!("out{}: ;", site.id));
        }
        if declares {
            let value = if header.pointer.is_some() {
                format!("{} - {}", header.variable, base(header))
            } else {
                header.variable.clone()
            };
            self.line(&format!("t{}(out, {value});", self.number));
            for (other, _) in &header.others {
                let name = other.split(' ').next().unwrap_or_default();
                self.line(&format!("t{}(out, {name});", self.number));
            }
        }
        for line in &site.after {
            self.line(line);
        }
        if needs_block {
            self.line("}");
        }
    }
}

/// The name of a pointer's target.
fn base(header: &Header) -> &'static str {
    match header.pointer {
        Some(Pointee::Private) => "data",
        _ => "mem",
    }
}

/// The type before the declarators.
fn type_name(header: &Header) -> &str {
    match (header.pointer, &header.spelling.kind) {
        (Some(Pointee::Global), _) => "__global int",
        (Some(Pointee::Private), _) => "int",
        (None, Some(chosen)) => chosen,
        (None, None) => header.kind.name(),
    }
}

fn operand(header: &Header, operand: &Operand) -> String {
    if header.pointer.is_some() { format!("{} + {}", base(header), operand.text) } else { operand.text.clone() }
}

/// `i = 0, j = 9`
fn declarators(header: &Header, declares: bool) -> String {
    let star = if header.pointer.is_some() && declares { "*" } else { "" };
    let mut text = format!("{star}{} = {}", header.variable, operand(header, &header.start));
    for (other, _) in &header.others {
        let _ = write!(text, ", {other}");
    }
    text
}

/// `i, j`
fn declared_names(header: &Header) -> String {
    let star = if header.pointer.is_some() { "*" } else { "" };
    let mut text = format!("{star}{}", header.variable);
    for (other, _) in &header.others {
        let _ = write!(text, ", {}", other.split(' ').next().unwrap_or_default());
    }
    text
}

/// The test as it is written in the loop.
fn condition(header: &Header, form: Form) -> String {
    let variable = if form.steps_in_condition() {
        let mark = if matches!(header.step, Step::Decrement { .. }) { "--" } else { "++" };
        match form {
            Form::DoStepInCondition => format!("{mark}{}", header.variable),
            _ => format!("{}{mark}", header.variable),
        }
    } else {
        header.variable.clone()
    };
    let bound = operand(header, &header.bound);
    let (left, right) = if header.is_mirrored { (&bound, &variable) } else { (&variable, &bound) };
    let sign = header.spelling.comparison.as_deref().unwrap_or_else(|| sign(header));
    let test = if header.is_bare { variable.clone() } else { format!("{left} {sign} {right}") };
    match &header.guard {
        Some(guard) => format!("{test} {guard}"),
        None => test,
    }
}

/// The comparison as it is written between the two sides of the test.
pub fn sign(header: &Header) -> &'static str {
    let (sign, mirrored) = match header.comparison {
        Comparison::Less => ("<", ">"),
        Comparison::LessEqual => ("<=", ">="),
        Comparison::Greater => (">", "<"),
        Comparison::GreaterEqual => (">=", "<="),
        Comparison::NotEqual => ("!=", "!="),
    };
    if header.is_mirrored { mirrored } else { sign }
}

/// All steps as one expression.
fn step(header: &Header, number: u64) -> String {
    let name = &header.variable;
    let mut text = match &header.step {
        Step::Increment { is_prefix: true } => format!("++{name}"),
        Step::Increment { .. } => format!("{name}++"),
        Step::Decrement { is_prefix: true } => format!("--{name}"),
        Step::Decrement { .. } => format!("{name}--"),
        Step::Add { amount, kind, in_full } => {
            let (sign, size) = if *amount < 0 { ('-', -amount) } else { ('+', *amount) };
            let size = format!("{size}{}", kind.suffix());
            if *in_full { format!("{name} = {name} {sign} {size}") } else { format!("{name} {sign}= {size}") }
        }
        Step::Variable { name: other, is_minus, .. } => {
            format!("{name} {}= {other}", if *is_minus { '-' } else { '+' })
        }
        Step::Multiply(by) => format!("{name} *= {by}"),
        Step::Divide(by) => format!("{name} /= {by}"),
        Step::ShiftLeft(by) => format!("{name} <<= {by}"),
        Step::ShiftRight(by) => format!("{name} >>= {by}"),
        Step::Double => format!("{name} += {name}"),
    };
    if header.step_is_hidden {
        text = format!("STEP{number}({text})");
    }
    for (_, other) in &header.others {
        let _ = write!(text, ", {other}");
    }
    text
}
