//! The words of CLU233.

use crate::words::{Edit, Label};
use crate::words::{Wording, quoted};
use crate::{Correction, PointerAccess};

/// A load and a store through two parameters, and the parameters that may get the word.
pub(crate) fn wording(load: &PointerAccess, store: &PointerAccess, words: &[Correction]) -> Wording {
    let (loaded, stored) = (quoted(&load.text), quoted(&store.text));
    let message = format!("the load of {loaded} waits for the store to {stored}: neither pointer is `restrict`");
    let mut wording = Wording::new(load.place, message, format!("loads through {}", quoted(&load.name)))
        .because(
            "a compiler must keep the loads of all copies after the stores before them, since the buffers may overlap; with \
             `restrict`, a loop that maps arrays ran 2 to 3 times as fast on an NVIDIA H100",
        )
        .instead(
            "if the host never passes overlapping buffers, add `restrict` (`clunroll check --fix --unsafe-fixes` does), or run \
             `clunroll --assume restrict`",
        );
    wording.secondary.push(Label { place: store.place, message: format!("stores through {}", quoted(&store.name)) });
    let of_these = words.iter().filter(|word| [load.parameter, store.parameter].contains(&word.place));
    let label = |word: &Correction| Label { place: word.place, message: "may be `restrict`".to_owned() };
    wording.secondary.extend(of_these.map(label));
    let edit = |word: &Correction| Edit { place: word.place, text: word.text.clone() };
    wording.fixed_by("add `restrict`, if the host never passes overlapping buffers", words.iter().map(edit))
}
