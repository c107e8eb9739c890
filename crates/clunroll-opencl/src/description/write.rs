//! Writes launches as launch descriptions.

use std::fmt::Write;

use crate::element::ElementType;
use crate::launch::{ArgumentValue, Fill, Launch, LaunchArgument, Number};

/// A launch as one `[[launch]]` of a launch description. Reading it gives the same launch.
#[must_use]
pub fn write_launch(launch: &Launch) -> String {
    let Launch { kernel, global, local, arguments } = launch;
    let mut text = format!("[[launch]]\nkernel = {}\nglobal = {global:?}\n", string(kernel));
    if let Some(local) = local {
        let _ = writeln!(text, "local = {local:?}");
    }
    if !arguments.is_empty() {
        text.push_str("\n[launch.args]\n");
    }
    for LaunchArgument { name, element, argument } in arguments {
        let _ = writeln!(text, "{} = {}", key(name), value(*element, argument));
    }
    text
}

fn value(element: ElementType, argument: &ArgumentValue) -> String {
    match argument {
        ArgumentValue::Bytes(bytes) => format!("{{ hex = \"{}\" }}", hex(bytes)),
        ArgumentValue::Value(components) => {
            let numbers: Vec<_> = components.iter().map(|component| number(*component)).collect();
            if numbers.len() == 1 { numbers.concat() } else { format!("[{}]", numbers.join(", ")) }
        }
        ArgumentValue::Structure { components, .. } => {
            let numbers: Vec<_> = components.iter().map(|component| number(*component)).collect();
            format!("[{}]", numbers.join(", "))
        }
        // The last element of a larger type may be cut off.
        ArgumentValue::Buffer { size, fill: fill @ Fill::File(_) } if element == ElementType::BYTE => {
            format!("{{ bytes = {size}, {} }}", contents(fill))
        }
        ArgumentValue::Buffer { size, fill } => format!("{{ size = {size}, {} }}", contents(fill)),
        ArgumentValue::Null => "{ null = true }".to_owned(),
        ArgumentValue::Local { size } => format!("{{ local = {size} }}"),
        ArgumentValue::Image { size, format, fill, .. } => {
            let [order, channel] = format.names();
            format!("{{ image = {size:?}, format = [\"{order}\", \"{channel}\"], {} }}", contents(fill))
        }
        ArgumentValue::Sampler(sampler) => {
            let sampler =
                toml::Value::try_from(sampler).map_or_else(|_| "{}".to_owned(), |sampler| sampler.to_string());
            format!("{{ sampler = {sampler} }}")
        }
    }
}

fn contents(fill: &Fill) -> String {
    match fill {
        Fill::Constant(constant) => format!("value = {}", number(*constant)),
        Fill::Range { from, step } => format!("range = {{ from = {}, step = {} }}", number(*from), number(*step)),
        Fill::Random { seed, from, to } => {
            format!("random = {{ seed = {seed}, from = {}, to = {} }}", number(*from), number(*to))
        }
        Fill::Offsets { seed, from, least, most } => {
            format!("offsets = {{ seed = {seed}, from = {from}, least = {least}, most = {most} }}")
        }
        Fill::Varied { seed, magnitude, .. } => {
            let magnitude =
                toml::Value::try_from(magnitude).map_or_else(|_| "\"whole\"".to_owned(), |name| name.to_string());
            format!("varied = {{ seed = {seed}, magnitude = {magnitude} }}")
        }
        Fill::File(path) => format!("file = {}", string(&path.display().to_string())),
    }
}

fn number(number: Number) -> String {
    match number {
        Number::Integer(integer) => integer.to_string(),
        Number::Real(real) if real.is_nan() => "nan".to_owned(),
        Number::Real(real) => format!("{real:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A name without quotes if TOML allows that.
fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_bare { name.to_owned() } else { string(name) }
}

fn string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
