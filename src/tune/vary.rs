//! Macros whose values vary: `--vary TILE=8,16`.

use clunroll::Define;

/// A macro with the values to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariedMacro(Vec<Define>);

/// Reads `NAME=VALUE,VALUE,…`.
///
/// # Errors
///
/// If it has another form, or if no macro can have this name or these values.
pub(crate) fn varied_macro(text: &str) -> Result<VariedMacro, String> {
    let (name, values) = text.split_once('=').ok_or("expected NAME=VALUE,VALUE,...")?;
    let define = |value: &str| Define::new(name.trim(), value.trim()).map_err(|error| error.to_string());
    values.split(',').map(define).collect::<Result<_, _>>().map(VariedMacro)
}

/// All combinations of the values; one without macros if none varies.
pub(crate) fn combinations(varied: &[VariedMacro]) -> Vec<Vec<Define>> {
    varied.iter().fold(vec![Vec::new()], |combinations, VariedMacro(values)| {
        let with = |combination: &Vec<Define>| {
            let with = |value: &Define| [&combination[..], &[value.clone()]].concat();
            values.iter().map(with).collect::<Vec<_>>()
        };
        combinations.iter().flat_map(with).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_combinations_are_tried() {
        let varied = ["A=1, 2", "B=x,y"].map(|text| varied_macro(text).expect("it is right"));
        let words = |combination: Vec<Define>| {
            combination.iter().map(Define::definition).map(|text| text.to_string()).collect::<Vec<_>>().join(";")
        };
        let all: Vec<_> = combinations(&varied).into_iter().map(words).collect();
        assert_eq!(all, ["A 1;B x", "A 1;B y", "A 2;B x", "A 2;B y"]);
        assert_eq!(combinations(&[]), [Vec::new()]);
        assert!(varied_macro("A").is_err() && varied_macro("1=2").is_err());
    }
}
