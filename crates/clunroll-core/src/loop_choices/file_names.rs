//! Which choices are for a file.
//!
//! A profile names a file by its path from some folder, and a program names it from another one. Two names agree if one is the end of the
//! other, by whole parts. Of several files that agree, those with the most equal parts are meant.

use super::ChosenLoop;

/// The choices for the file of this name.
#[must_use]
pub fn of_file<'c>(choices: &'c [ChosenLoop], name: &str) -> Vec<&'c ChosenLoop> {
    let agreeing = |chosen: &&ChosenLoop| equal_parts(&chosen.file, name);
    let most = choices.iter().filter_map(|chosen| agreeing(&chosen)).max();
    choices.iter().filter(|chosen| most.is_some() && agreeing(chosen) == most).collect()
}

/// How many parts are equal; `None` if the names do not agree.
fn equal_parts(left: &str, right: &str) -> Option<usize> {
    let (left, right) = (parts(left), parts(right));
    let equal = left.iter().zip(&right).take_while(|(left, right)| left == right).count();
    (equal > 0 && equal == left.len().min(right.len())).then_some(equal)
}

/// The parts of a path from the end, as far as their places are known.
fn parts(path: &str) -> Vec<&str> {
    path.rsplit(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).take_while(|part| *part != "..").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_if_one_is_the_end_of_the_other() {
        assert_eq!(equal_parts("k.cl", "src/k.cl"), Some(1));
        assert_eq!(equal_parts("src/k.cl", "./k.cl"), Some(1));
        assert_eq!(equal_parts("src/k.cl", "C:\\work\\src\\k.cl"), Some(2));
        assert_eq!(equal_parts("src/k.cl", "../k.cl"), Some(1));
        for (left, right) in [("k.cl", "other.cl"), ("a/k.cl", "b/k.cl"), ("k.cl", "ak.cl"), ("", "k.cl"), ("", "")] {
            assert_eq!(equal_parts(left, right), None, "{left} {right}");
        }
    }
}
