//! From occurrences to statements, and to the words that describe them.

use super::visible::Visible;
use super::why::{Node, Search, WhyStep, position};
use super::{Action, Alignment, Pointer, Value};
use rift_align::Version;
use rift_ir::{FloatKind, InstKind, Module, Operand, OperandType, Pair, Site, Type, TypeId};

/// The steps of a way, collected from the change on.
pub(super) struct Steps<'a, 'b> {
    search: Search<'a, 'b>,
    is_own: &'b dyn Fn(&str) -> bool,
    drafts: Vec<Draft>,
}

/// A statement.
struct Draft {
    version: Version,
    site: Site,
    is_changed: bool,
    what: Option<String>,
}

impl<'a, 'b> Steps<'a, 'b> {
    pub fn new(alignment: &'b Alignment<'a>, is_own: &'b dyn Fn(&str) -> bool) -> Steps<'a, 'b> {
        Steps { search: Search { alignment }, is_own, drafts: Vec::new() }
    }

    fn module(&self, version: Version) -> &'a Module {
        self.search.alignment.trace(version).module()
    }

    /// Version, file and line, if they are the program's own.
    fn statement(&self, version: Version, site: Site) -> Option<(Version, &'a str, u32)> {
        let module = self.module(version);
        let position = position(module, site)?;
        let file = module.files[position.file].as_str();
        (self.is_own)(file).then_some((version, file, position.line))
    }

    /// The next occurrence on the way. Those of one statement become one step.
    pub fn add(&mut self, node: Node) {
        let (version, occurrence) = node;
        let site = self.search.alignment.trace(version).site(occurrence);
        let Some(statement) = self.statement(version, site) else { return };
        let draft = Draft { version, site, is_changed: self.search.is_touched(node), what: self.describe(node) };
        let is_alone = self.search.alignment.counterpart(version, occurrence).is_none();
        match self.drafts.pop() {
            Some(last) if self.statement(last.version, last.site) == Some(statement) => self.drafts.push(Draft {
                is_changed: last.is_changed || draft.is_changed,
                // What a statement does last says most about it, unless it only says that it is there.
                what: if is_alone { last.what.or(draft.what) } else { draft.what.or(last.what) },
                ..draft
            }),
            last => self.drafts.extend(last.into_iter().chain([draft])),
        }
    }

    /// The change itself, which the way begins with. The compiler may have made up its instruction, without a position:
    /// then another site of the same change stands for it.
    pub fn begin(&mut self, node: Node) {
        self.add(node);
        if !self.drafts.is_empty() {
            return;
        }
        for (version, occurrence) in self.search.sides(node) {
            let trace = self.search.alignment.trace(version);
            let map = self.search.alignment.map;
            let members = trace.members(trace.site(occurrence)).into_iter();
            let mut changes = members.filter_map(|site| map.change_at(version, site));
            let sites = changes.find_map(|change| map.changes.get(change as usize)?.place(version));
            let sites = sites.map(|place| place.sites.as_slice()).unwrap_or_default();
            if let Some(site) = sites.iter().find(|site| self.statement(version, **site).is_some()) {
                self.drafts.push(Draft { version, site: *site, is_changed: true, what: None });
                return;
            }
        }
    }

    /// The way does not begin at the change.
    pub fn cut_off(&mut self, first: Option<Node>) {
        let Some((version, site)) = first.and_then(|node| self.own_site(node)).or_else(|| {
            let (version, occurrence) = first?;
            Some((version, self.search.alignment.trace(version).site(occurrence)))
        }) else {
            return;
        };
        let traces = self.search.alignment.traces;
        let why = match traces.old.truncated || traces.new.truncated {
            true => "the run is longer than what was recorded",
            false => "what it depends on is outside of the program, or the same in both versions",
        };
        let what = Some(format!("not followed further back: {why}"));
        self.drafts.insert(0, Draft { version, site, is_changed: false, what });
    }

    /// The site of a node, or of the innermost call around it that is in the program's own source.
    fn own_site(&self, (version, occurrence): Node) -> Option<(Version, Site)> {
        let sites = self.search.alignment.trace(version).index(occurrence).into_iter();
        sites.map(|site| (version, site)).find(|(version, site)| self.statement(*version, *site).is_some())
    }

    /// The statement that shows the difference: rather one that calls a library than one of the program's own that
    /// merely stores what a library will write.
    fn shown_at(&self, shown_by: &[Node]) -> Option<(Version, Site)> {
        let is_call = |(version, occurrence): &&Node| {
            self.statement(*version, self.search.alignment.trace(*version).site(*occurrence)).is_none()
        };
        let calls = shown_by.iter().filter(is_call);
        calls.chain(shown_by).find_map(|node| self.own_site(*node))
    }

    /// Adds where the difference shows.
    pub fn end(mut self, visible: &Visible) -> Vec<WhyStep> {
        let own = self.shown_at(&visible.shown_by);
        let last = self.drafts.last().map(|draft| (draft.version, draft.site));
        let any = visible
            .from
            .first()
            .map(|(version, occurrence)| (*version, self.search.alignment.trace(*version).site(*occurrence)));
        if let Some((version, site)) = own.or(last).or(any) {
            let statement = self.statement(version, site);
            let is_last = last.is_some_and(|(version, site)| self.statement(version, site) == statement);
            match self.drafts.last_mut().filter(|_| is_last) {
                Some(draft) => {
                    let before = draft.what.take().map(|before| format!("{before}; ")).unwrap_or_default();
                    draft.what = Some(before + &visible.what);
                }
                None => {
                    let what = Some(visible.what.clone());
                    self.drafts.push(Draft { version, site, is_changed: false, what });
                }
            }
        }
        let steps = self.drafts.into_iter().map(|draft| WhyStep {
            version: draft.version,
            site: draft.site,
            what: match (draft.is_changed, draft.what) {
                (true, Some(what)) => format!("changed: {what}"),
                (true, None) => "changed".to_owned(),
                (false, what) => what.unwrap_or_else(|| "passes it on".to_owned()),
            },
        });
        steps.collect()
    }

    /// What an occurrence did differently.
    fn describe(&self, (version, occurrence): Node) -> Option<String> {
        let alignment = self.search.alignment;
        let Some(other) = alignment.counterpart(version, occurrence) else {
            let only = match version {
                Version::Old => "only in old",
                Version::New => "only in new",
            };
            return Some(only.to_owned());
        };
        let pair = match version {
            Version::Old => Pair { old: occurrence, new: other },
            Version::New => Pair { old: other, new: occurrence },
        };
        let Pair { old, new } = alignment.traces;
        if alignment.actions_differ(pair) {
            return Some(match (old.action(pair.old), new.action(pair.new)) {
                (_, Action::Branched(true)) => "branch taken, was not".to_owned(),
                (_, Action::Branched(false)) => "branch not taken, was taken".to_owned(),
                (_, Action::Switched(_)) => "goes elsewhere".to_owned(),
                (_, Action::Stored(_)) => "stored elsewhere".to_owned(),
                (Action::Called(was) | Action::Asked(was), Action::Called(now) | Action::Asked(now)) => {
                    let name = |version, id| self.module(version).functions[id].display.as_str();
                    format!("calls {}, was {}", name(Version::New, now), name(Version::Old, was))
                }
                _ => "did something else".to_owned(),
            });
        }
        match (old.value(pair.old), new.value(pair.new)) {
            (was, now) if was == now => None,
            // It has not come to a value: the run ended here.
            (Value::Nothing, _) | (_, Value::Nothing) => None,
            // What stands for the contents of a string is nothing to show.
            (Value::Constant(_), Value::Constant(_))
                if passes_text(old.module(), old.site(pair.old)) || passes_text(new.module(), new.site(pair.new)) =>
            {
                Some("passes something else".to_owned())
            }
            (Value::Scalar(was), Value::Scalar(now)) | (Value::Constant(was), Value::Constant(now)) => {
                let was = scalar(old.module(), old.site(pair.old), was);
                let now = scalar(new.module(), new.site(pair.new), now);
                Some(format!("value {now}, was {was}"))
            }
            (Value::Pointer(was), Value::Pointer(now)) => match (was, now) {
                (Pointer::Other(0), _) => Some("pointer not null, was null".to_owned()),
                (_, Pointer::Other(0)) => Some("null pointer, was not".to_owned()),
                _ => Some("another pointer".to_owned()),
            },
            _ => Some("another value".to_owned()),
        }
    }
}

/// As a person would write it: by the type of what the instruction defines, stores, returns or gives a phi.
fn scalar(module: &Module, site: Site, value: u64) -> String {
    match type_at(module, site).map(|ty| module.types.get(ty)) {
        Some(Type::Int(1)) => (value & 1 != 0).to_string(),
        Some(Type::Int(bits)) if *bits <= 64 => {
            let shift = 64 - bits;
            (((value << shift) as i64) >> shift).to_string()
        }
        Some(Type::Float(FloatKind::Double)) => f64::from_bits(value).to_string(),
        Some(Type::Float(FloatKind::Single)) => f32::from_bits(value as u32).to_string(),
        _ => value.to_string(),
    }
}

/// Whether a call has constants among its arguments that are no numbers.
fn passes_text(module: &Module, site: Site) -> bool {
    let function = &module.functions[site.function];
    let (InstKind::Call { args, .. } | InstKind::Invoke { args, .. }) = &function.insts[site.inst].kind else {
        return false;
    };
    let is_number = |operand: Operand| match module.operand_type(function, operand) {
        OperandType::Type(ty) => matches!(module.types.get(ty), Type::Int(_) | Type::Float(_)),
        OperandType::Address => false,
    };
    args.iter().any(|arg| matches!(arg.value, Operand::Const(_)) && !is_number(arg.value))
}

fn type_at(module: &Module, site: Site) -> Option<TypeId> {
    let function = &module.functions[site.function];
    let inst = &function.insts[site.inst];
    match &inst.kind {
        InstKind::Store { value, .. } | InstKind::Return { value: Some(value) } => {
            match module.operand_type(function, *value) {
                OperandType::Type(ty) => Some(ty),
                OperandType::Address => None,
            }
        }
        kind if kind.is_terminator() => {
            let firsts = kind.successors().into_iter().filter_map(|block| function.blocks[block].insts.first());
            let mut phis = firsts.map(|inst| &function.insts[*inst]);
            let phi = phis.find(|inst| matches!(inst.kind, InstKind::Phi { .. }))?;
            Some(function.value_type(phi.result.expand()?))
        }
        _ => Some(function.value_type(inst.result.expand()?)),
    }
}
