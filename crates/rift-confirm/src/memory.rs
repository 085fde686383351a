//! Whether what a version does depends on memory that nobody initialised.
//!
//! Two builds of it are run whose variables on the stack and blocks on the heap begin with other contents. Errs towards
//! "no": contents that happen to make no difference are not seen, nor are those of other allocators than glibc's.

use crate::check::{Build, Confirmer};
use crate::sandbox::NativeError;
use rift_env::Input;
use std::path::Path;

/// What blocks of glibc's heap begin with: left alone, or bytes made of a number.
const HEAP: &str = "MALLOC_PERTURB_";
const FILLS: [&str; 2] = ["0", "85"];
/// How compilers are asked for contents of variables that nobody initialises, one for each build.
pub const STACK_FILLS: [&str; 2] = ["-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern"];

impl Confirmer {
    /// `builds` are of one version; the same twice if only the heap can be told apart.
    pub fn depends_on_memory(&self, builds: [&Path; 2], input: &Input) -> Result<bool, NativeError> {
        let run = |place: usize| {
            let mut input = input.clone();
            input.env.push((HEAP.into(), FILLS[place].into()));
            let build = Build { program: builds[place].to_owned(), sanitized: vec![] };
            self.run(&build, &input).map(|seen| (build, seen))
        };
        let (first, second) = (run(0)?, run(1)?);
        let shows_environment = [&first, &second].iter().any(|(_, seen)| {
            let shows = |stream: &[u8]| stream.windows(HEAP.len()).any(|part| part == HEAP.as_bytes());
            shows(&seen.stdout) || shows(&seen.stderr)
        });
        if shows_environment || self.does_the_same(&first, &second, input) {
            return Ok(false);
        }
        // A program that seldom does the same twice may have passed for one that does.
        Ok(self.does_the_same(&first, &run(0)?, input) && self.does_the_same(&second, &run(1)?, input))
    }
}
