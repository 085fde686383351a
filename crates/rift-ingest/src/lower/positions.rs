//! Source positions: file, line, column, function and the chain of calls that were inlined.

use super::display::{display_name, is_unreadable};
use crate::llvm::{Metadata, Value};
use rift_ir::{FileId, Module, PackedOption, PosId, Position};
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct Positions<'m> {
    locations: HashMap<Metadata<'m>, Option<PosId>>,
    scopes: HashMap<Metadata<'m>, Option<Scope>>,
    files: HashMap<String, FileId>,
    interned: HashMap<Position, PosId>,
}

#[derive(Clone)]
struct Scope {
    file: FileId,
    function: String,
}

impl<'m> Positions<'m> {
    pub(super) fn of_inst(&mut self, module: &mut Module, inst: Value<'m>) -> Option<PosId> {
        self.of_location(module, inst.location()?)
    }

    fn of_location(&mut self, module: &mut Module, location: Metadata<'m>) -> Option<PosId> {
        if let Some(known) = self.locations.get(&location) {
            return *known;
        }
        // Outermost call first: the chain of inlined calls may be long, and needs no recursion.
        let chain: Vec<_> = core::iter::successors(Some(location), |l| l.inlined_at())
            .take_while(|l| !self.locations.contains_key(l))
            .collect();
        let mut outer = chain
            .last()
            .and_then(|last| last.inlined_at())
            .and_then(|known| self.locations.get(&known).copied().flatten());
        for location in chain.into_iter().rev() {
            let scope = location.scope().and_then(|scope| self.scope(module, scope));
            let position = scope.map(|scope| {
                let (line, column) = (location.line(), location.column());
                let inlined_at = PackedOption::from(outer);
                self.intern(module, Position { file: scope.file, line, column, function: scope.function, inlined_at })
            });
            self.locations.insert(location, position);
            outer = position;
        }
        outer
    }

    pub(super) fn of_function(&mut self, module: &mut Module, function: Value<'m>) -> Option<PosId> {
        let subprogram = function.debug_subprogram()?;
        let scope = self.scope(module, subprogram)?;
        let line = subprogram.subprogram_line();
        let inlined_at = PackedOption::default();
        Some(self.intern(module, Position { file: scope.file, line, column: 0, function: scope.function, inlined_at }))
    }

    pub(super) fn of_global(&mut self, module: &mut Module, global: Value<'m>) -> Option<PosId> {
        let (directory, name, line) = global.global_position()?;
        let file = self.file(module, &directory, &name);
        let (function, inlined_at) = (String::new(), PackedOption::default());
        Some(self.intern(module, Position { file, line, column: 0, function, inlined_at }))
    }

    fn scope(&mut self, module: &mut Module, scope: Metadata<'m>) -> Option<Scope> {
        if let Some(known) = self.scopes.get(&scope) {
            return known.clone();
        }
        let described = scope.file().map(|(directory, name)| Scope {
            file: self.file(module, &directory, &name),
            function: scope.subprogram().map(function_name).unwrap_or_default(),
        });
        self.scopes.insert(scope, described.clone());
        described
    }

    fn file(&mut self, module: &mut Module, directory: &str, name: &str) -> FileId {
        let path = std::path::Path::new(directory).join(name).to_string_lossy().into_owned();
        *self.files.entry(path.clone()).or_insert_with(|| module.files.push(path))
    }

    fn intern(&mut self, module: &mut Module, position: Position) -> PosId {
        *self.interned.entry(position.clone()).or_insert_with(|| module.positions.push(position))
    }
}

/// The linkage name says more (namespaces, types) where there is one.
fn function_name(subprogram: Metadata<'_>) -> String {
    match subprogram.subprogram_names() {
        (Some(name), Some(linkage_name)) if is_unreadable(&linkage_name) => name,
        (_, Some(linkage_name)) => display_name(&linkage_name),
        (name, None) => name.unwrap_or_default(),
    }
}
