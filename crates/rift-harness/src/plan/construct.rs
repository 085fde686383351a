//! Values of a library's own types: by public fields, by a constructor, by a conversion; and then one step further, by a
//! method that changes them.

use super::others::{makes, named};
use super::{Planner, Substitution, is_type, type_expression};
use crate::model::{Body, Fields, Function, Impl, Ty, TypeDef};
use crate::shape::{Call, Fails, Shape, Template};
use std::cmp::Reverse;

/// How many ways to change a fresh value are tried, and how much data they may take.
const STEPS: usize = 6;
const STEP_SIZE: usize = 24;
const VARIANTS: usize = 24;
/// How many of its switches may be set.
const FLAGS: usize = 2;

/// How a function is called to get a value.
pub(super) struct Way<'a> {
    pub function: &'a Function,
    /// What comes before the type arguments.
    pub written: &'a str,
    /// What is done with what it returns.
    pub after: &'a str,
    pub fails: Fails,
    /// The first parameter that stands between the parentheses.
    pub listed: usize,
}

impl Planner<'_> {
    /// A value of a type of the library, or of another one that is known.
    pub(super) fn build(&self, path: &str, args: &[Ty], def: &TypeDef, depth: u8) -> Result<Shape, String> {
        let ty = Ty::Named { path: path.to_owned(), args: args.to_vec() };
        let key = (ty.source(), depth);
        if let Some(known) = self.built.borrow().get(&key) {
            return known.clone();
        }
        let built = self.build_anew(&ty, path, def, depth);
        // While implementors of a trait are being looked for, something may be missing.
        if built.is_ok() || self.asked.borrow().is_empty() {
            self.built.borrow_mut().insert(key, built.clone());
        }
        built
    }

    fn build_anew(&self, ty: &Ty, path: &str, def: &TypeDef, depth: u8) -> Result<Shape, String> {
        let args = if let Ty::Named { args, .. } = ty { args.as_slice() } else { &[] };
        let own: Substitution = def.generics.types.iter().cloned().zip(args.iter().cloned()).collect();
        let mut ways: Vec<(u8, Shape)> =
            self.by_body(path, &def.body, &own, depth).into_iter().map(|s| (0, s)).collect();
        for one in self.impls.get(path).into_iter().flatten() {
            let Some(mut map) = self.unify(one, ty) else { continue };
            map.insert("Self".to_owned(), ty.clone());
            map.extend(one.types.iter().map(|(name, ty)| (format!("Self::{name}"), ty.clone())));
            for function in &one.functions {
                ways.extend(self.constructor(one, function, ty, &map, depth));
            }
        }
        for (written, function) in &self.model.functions {
            ways.extend(self.called(written, 5, function, ty, &Substitution::new(), depth));
        }
        ways.extend(self.constants(ty).map(|constants| (5, constants)));
        if ways.is_empty() {
            ways = self.by_others(ty, depth);
        }
        ways.retain(|(_, shape)| shape.size() <= self.limits.input);
        // A value that depends on the input is worth more than one that does not.
        let best = match self.model.types.contains_key(path) {
            true => ways.into_iter().min_by_key(|(score, shape)| (shape.size() == 0, *score, shape.size())),
            false => ways.into_iter().min_by_key(of_others),
        };
        let (_, base) = best.ok_or_else(|| format!("`{path}` has no public constructor that can be called"))?;
        Ok(if depth == 0 { self.with_steps(ty, path, base) } else { base })
    }

    /// One of the library's constants of a type.
    pub(super) fn constants(&self, ty: &Ty) -> Option<Shape> {
        let of_type = self.model.constants.iter().filter(|constant| constant.ty == *ty);
        let ways: Vec<Shape> = of_type.take(VARIANTS).map(|constant| Shape::Fixed(constant.path.clone())).collect();
        (!ways.is_empty()).then_some(Shape::Choice(ways))
    }

    fn by_body(&self, path: &str, body: &Body, own: &Substitution, depth: u8) -> Option<Shape> {
        match body {
            Body::Struct(fields) => self.by_fields(path, fields, own, depth),
            Body::Enum(variants) => {
                let built = variants
                    .iter()
                    .filter_map(|(name, fields)| self.by_fields(&format!("{path}::{name}"), fields, own, depth));
                let ways: Vec<Shape> = built.take(VARIANTS).collect();
                (!ways.is_empty()).then_some(Shape::Choice(ways))
            }
            Body::Opaque => None,
        }
    }

    fn by_fields(&self, path: &str, fields: &Fields, own: &Substitution, depth: u8) -> Option<Shape> {
        let shape = |ty: &Ty| self.shape(&ty.with(own), depth + 1).ok();
        match fields {
            Fields::Unit => Some(Shape::Fixed(path.to_owned())),
            Fields::Private => None,
            Fields::Tuple(types) => {
                let holes: Vec<_> = (0..types.len()).map(|at| format!("{{{at}}}")).collect();
                let shapes: Option<Vec<_>> = types.iter().map(shape).collect();
                Some(Shape::call(&format!("{path}({})", holes.join(", ")), shapes?))
            }
            Fields::Named(named) => {
                let holes: Vec<_> =
                    named.iter().enumerate().map(|(at, (name, _))| format!("{name}: {{{at}}}")).collect();
                let shapes: Option<Vec<_>> = named.iter().map(|(_, ty)| shape(ty)).collect();
                Some(Shape::call(&format!("{path} {{ {} }}", holes.join(", ")), shapes?))
            }
        }
    }

    /// A function that returns the type, and how much it is to be preferred (less is more).
    fn constructor(
        &self,
        one: &Impl,
        function: &Function,
        ty: &Ty,
        map: &Substitution,
        depth: u8,
    ) -> Option<(u8, Shape)> {
        if function.has_receiver() {
            return None;
        }
        let target = type_expression(ty);
        let (score, template) = match &one.of {
            None => {
                let score = match function.name.as_str() {
                    "new" => 1,
                    "parse" => 2,
                    name if name.starts_with("from") || name.starts_with("try") => 3,
                    _ => 4,
                };
                (score, format!("{target}::{}", function.name))
            }
            Some(of) if of.is_std() => match of.name() {
                "FromStr" => return Some((2, parsed(ty, self.limits.bytes))),
                "TryFrom" => (4, format!("<{} as {}>::try_from", ty.source(), of.with(map).source())),
                "From" => (4, format!("{target}::from")),
                "Default" => (6, format!("{target}::default")),
                _ => return None,
            },
            Some(_) => return None,
        };
        self.called(&template, score, function, ty, map, depth)
    }

    /// A call of a function that returns what is wanted. What is written before its arguments may have the first of
    /// them in it.
    pub(super) fn called(
        &self,
        written: &str,
        score: u8,
        function: &Function,
        wanted: &Ty,
        map: &Substitution,
        depth: u8,
    ) -> Option<(u8, Shape)> {
        let fails = makes(&function.output.with(map), wanted)?;
        let way = Way { function, written, after: "", fails, listed: usize::from(function.has_receiver()) };
        Some((score, self.call(&way, named(wanted)?, map, depth)?))
    }

    /// A call that makes a value of the type with this path.
    pub(super) fn call(&self, way: &Way<'_>, made: &str, map: &Substitution, depth: u8) -> Option<Shape> {
        let Way { function, written, after, fails, listed } = *way;
        if function.refused.is_some() {
            return None;
        }
        let inputs: Vec<Ty> = function.inputs.iter().map(|(_, ty)| ty.with(map)).collect();
        // A value made from another one of its kind has to begin somewhere else.
        if inputs.iter().any(|input| input.names(made)) {
            return None;
        }
        let mut all = map.clone();
        all.extend(self.instances(&[&function.generics.with(map)], &inputs).ok()?.into_iter().next()?);
        let shapes: Option<Vec<_>> = inputs.iter().map(|ty| self.shape(&ty.with(&all), depth + 1).ok()).collect();
        let shapes = shapes?;
        let holes: Vec<_> = (listed..shapes.len()).map(|at| format!("{{{at}}}")).collect();
        let fish = super::turbofish(&function.generics, &all);
        let template = Template::new(&format!("{written}{fish}({}){after}", holes.join(", ")));
        Some(Shape::Call(Box::new(Call { template, arguments: shapes, fails })))
    }

    /// Types for an implementation's parameters that make it one for `ty`.
    pub(super) fn unify(&self, one: &Impl, ty: &Ty) -> Option<Substitution> {
        let mut map = self.instances(&[&one.generics], &[]).ok()?.into_iter().next()?;
        let (Ty::Named { args: wanted, .. }, Ty::Named { args: given, .. }) = (ty, &one.target) else { return None };
        for (given, wanted) in given.iter().zip(wanted) {
            match given {
                Ty::Param(name) => {
                    map.insert(name.clone(), wanted.clone());
                }
                _ if given == wanted => {}
                _ => return None,
            }
        }
        Some(map)
    }

    /// The fresh value, or what one more call makes of it: builders and collections are dull when fresh.
    fn with_steps(&self, ty: &Ty, path: &str, base: Shape) -> Shape {
        // Two closures have two types, whatever is in them: there is no choice among such values.
        if base.has_closure() {
            return base;
        }
        let mut ways = vec![base.clone()];
        let (mut flags, mut plain) = (Vec::new(), Vec::new());
        for one in self.impls.get(path).into_iter().flatten() {
            let (None, Some(mut map)) = (&one.of, self.unify(one, ty)) else { continue };
            map.insert("Self".to_owned(), ty.clone());
            for function in &one.functions {
                match function.inputs.len() {
                    _ if is_flag(function) => flags.push((function, map.clone())),
                    1 => plain.extend(self.step(function, path, &map, &base)),
                    _ => ways.extend(self.step(function, path, &map, &base)),
                }
            }
        }
        for one in self.impls.get(path).into_iter().flatten() {
            if one.of.as_ref().is_some_and(|of| of.path == "std::hash::Hasher") {
                let template = "{ let mut it = {0}; std::hash::Hasher::write(&mut it, {1}); it }";
                ways.push(Shape::call(template, vec![base.clone(), Shape::Bytes(self.limits.bytes)]));
            }
        }
        // What takes no arguments (`next`) comes last.
        ways.extend(plain);
        ways.truncate(STEPS + 1);
        let mut made = if ways.len() == 1 { base } else { Shape::Choice(ways) };
        // What a switch does shows with something in the value, not with a fresh one.
        for (function, map) in flags.into_iter().take(FLAGS) {
            if let Some(set) = self.step(function, path, &map, &made) {
                made = Shape::Choice(vec![made, set]);
            }
        }
        made
    }

    fn step(&self, function: &Function, path: &str, map: &Substitution, base: &Shape) -> Option<Shape> {
        let (_, receiver) = function.inputs.first().filter(|_| function.has_receiver())?;
        let plain =
            function.refused.is_none() && function.generics.types.is_empty() && function.generics.consts.is_empty();
        if !plain {
            return None;
        }
        let shapes: Option<Vec<_>> =
            function.inputs[1..].iter().map(|(_, ty)| self.shape(&ty.with(map), 1).ok()).collect();
        let mut arguments = vec![base.clone()];
        arguments.extend(shapes?);
        if arguments[1..].iter().map(Shape::size).sum::<usize>() > STEP_SIZE {
            return None;
        }
        let holes: Vec<_> = (1..arguments.len()).map(|at| format!("{{{at}}}")).collect();
        let call = format!("{}({})", function.name, holes.join(", "));
        let builds = is_type(&function.output, path);
        match receiver {
            Ty::Ref { mutable: true, .. } => {
                Some(Shape::call(&format!("{{ let mut it = {{0}}; it.{call}; it }}"), arguments))
            }
            Ty::Param(_) if builds => Some(Shape::call(&format!("{{0}}.{call}"), arguments)),
            _ => None,
        }
    }
}

/// Whether a method turns something on or off.
fn is_flag(function: &Function) -> bool {
    function.has_receiver() && matches!(function.inputs.as_slice(), [_, (_, Ty::Prim(name))] if name == "bool")
}

/// How little a way is to be preferred to make a value of another library's type. Nothing of it is of interest by
/// itself: numbers come before texts, which have to be parsed; of numbers, a date's year, month and day before the count
/// of its days; and what fails comes before what panics.
fn of_others((score, shape): &(u8, Shape)) -> (bool, bool, u8, bool, Reverse<usize>) {
    let panics = matches!(shape, Shape::Call(call) if call.fails == Fails::Never && *score > 0);
    let is_large = shape.size() > STEP_SIZE;
    (shape.size() == 0, shape.texts() > 0 || is_large, *score, panics, Reverse(shape.size()))
}

/// A value by its text. `parse` is how people write it.
fn parsed(ty: &Ty, max: u8) -> Shape {
    Shape::fallible(&format!("{{0}}.parse::<{}>()", ty.source()), vec![Shape::Text(max)])
}
