//! Tests of editor support: `server` tests the messages of `clunroll server`, `neovim` the configurations and the extension of `editors/`.

mod neovim;
mod server;
