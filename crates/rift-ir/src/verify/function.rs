//! One function: its header, the table of its values, and the order of the checks on its body.

use super::facts::Facts;
use super::flow::Flow;
use super::{Report, inst, tables};
use crate::{BlockId, Function, InstId, InstKind, Linkage, Module, ValueId};

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Definition {
    /// Nowhere: fine as long as it is not used.
    Missing,
    Param,
    Inst(InstId),
}

/// Where an instruction stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub block: BlockId,
    pub index: u32,
}

pub(super) struct Body<'m> {
    pub function: &'m Function,
    pub definitions: Vec<Definition>,
    /// By instruction; all are in a block once [`place`] has accepted them.
    pub places: Vec<Place>,
}

impl Body<'_> {
    pub fn definition(&self, value: ValueId) -> Definition {
        self.definitions[value.as_u32() as usize]
    }

    pub fn place(&self, inst: InstId) -> Place {
        self.places[inst.as_u32() as usize]
    }
}

pub(super) fn check(facts: &Facts<'_>, function: &Function, report: &mut Report) {
    if let Err(message) = check_header(facts, function) {
        return report.error(format!("`{}`: {message}", function.name));
    }
    if !function.is_defined() {
        return;
    }
    let Some(places) = place(function, report) else { return };
    let Some(definitions) = define(function, report) else { return };
    let body = Body { function, definitions, places };
    let Some(flow) = Flow::new(&body, report) else { return };

    let errors_before = report.errors.len();
    for (id, inst) in &function.insts {
        if let Err(message) = inst::check(facts, &body, inst) {
            report.error_at(id, quoted(facts.module, function, id, &message));
        }
    }
    // A use of a value is looked up by its id: ids must be right first.
    if report.errors.len() == errors_before {
        flow.check(facts, &body, report);
    }
}

/// A message that shows the instruction it is about.
pub(super) fn quoted(module: &Module, function: &Function, inst: InstId, message: &str) -> String {
    let text = crate::print::inst_text(module, function, inst);
    format!("`{}`: {message} in `{}`", function.name, text.trim())
}

fn check_header(facts: &Facts<'_>, function: &Function) -> Result<(), String> {
    tables::check_position(facts.module, function.position)?;
    let outside = matches!(function.linkage, Linkage::External | Linkage::ExternalWeak);
    if function.is_defined() == outside {
        return Err(if outside { "external, and yet with a body" } else { "no body, and not external" }.to_owned());
    }
    for (value, data) in &function.values {
        if let Some(problem) = facts.register_problem(data.ty) {
            return Err(format!("{value}: {problem}"));
        }
    }
    // A declaration may leave its parameters out.
    let expected = &function.signature.params;
    if function.params.len() != expected.len() && (function.is_defined() || !function.params.is_empty()) {
        return Err(format!("{} parameters for a signature of {}", function.params.len(), expected.len()));
    }
    for (i, (param, ty)) in function.params.iter().zip(expected).enumerate() {
        match function.values.get(param.value) {
            None => return Err(format!("parameter {i}: value {} does not exist", param.value)),
            Some(data) if data.ty != *ty => return Err(format!("parameter {i}: its value has another type")),
            Some(_) => {}
        }
    }
    if !function.is_defined() && !function.insts.is_empty() {
        return Err("instructions without a block".to_owned());
    }
    Ok(())
}

/// Every instruction stands in exactly one block.
fn place(function: &Function, report: &mut Report) -> Option<Vec<Place>> {
    let mut places: Vec<Option<Place>> = vec![None; function.insts.len()];
    for (block, data) in &function.blocks {
        for (index, inst) in data.insts.iter().enumerate() {
            let place = Place { block, index: index as u32 };
            match places.get_mut(inst.as_u32() as usize) {
                None => {
                    report.error(format!("`{}`: {inst} in {block} does not exist", function.name));
                    return None;
                }
                Some(Some(_)) => {
                    report.error_at(*inst, format!("`{}`: {inst} stands in two places", function.name));
                    return None;
                }
                Some(empty) => *empty = Some(place),
            }
        }
    }
    if let Some(lost) = places.iter().position(Option::is_none) {
        report.error_at(InstId::from_u32(lost as u32), format!("`{}`: instruction in no block", function.name));
    }
    places.into_iter().collect()
}

/// Every value is defined at most once.
fn define(function: &Function, report: &mut Report) -> Option<Vec<Definition>> {
    let mut definitions = vec![Definition::Missing; function.values.len()];
    let params = function.params.iter().map(|p| (p.value, Definition::Param));
    let results = function.insts.iter().filter_map(|(id, i)| Some((i.result.expand()?, Definition::Inst(id))));
    for (value, definition) in params.chain(results) {
        let slot = definitions.get_mut(value.as_u32() as usize);
        let message = match slot {
            None => format!("value {value} does not exist"),
            Some(Definition::Missing) => {
                definitions[value.as_u32() as usize] = definition;
                continue;
            }
            Some(_) => format!("value {value} is defined twice"),
        };
        match definition {
            Definition::Inst(inst) => report.error_at(inst, format!("`{}`: {message}", function.name)),
            _ => report.error(format!("`{}`: {message}", function.name)),
        }
        return None;
    }
    Some(definitions)
}

/// `Unsupported` stands for anything, so it may end a block.
pub(super) fn ends_block(kind: &InstKind) -> bool {
    kind.is_terminator() || matches!(kind, InstKind::Unsupported { .. })
}
