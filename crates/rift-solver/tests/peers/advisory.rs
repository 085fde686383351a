//! `advisory.c`: twelve words, compared with constants, with each other and by products.

use crate::engine::{Engine, Value};
use rift_ir::IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt};

const MIN_SEPARATION: i32 = 300;
const STRONG_RATE: i32 = 2500;
const MAX_SPEED: i32 = 600;
const LOW: i32 = 1000;
const HIGH: i32 = 40000;

struct State {
    own_alt: Value,
    own_rate: Value,
    other_alt: Value,
    other_rate: Value,
    range: Value,
    closure: Value,
    sep_up: Value,
    sep_down: Value,
    layer: Value,
    confident: Value,
    intent: Value,
    equip: Value,
}

pub fn run(e: &mut Engine) {
    let mut field = |i: u32| e.word(4 * i);
    let s = State {
        own_alt: field(0),
        own_rate: field(1),
        other_alt: field(2),
        other_rate: field(3),
        range: field(4),
        closure: field(5),
        sep_up: field(6),
        sep_down: field(7),
        layer: field(8),
        confident: field(9),
        intent: field(10),
        equip: field(11),
    };
    advise(e, &s);
}

fn limit(e: &mut Engine, s: &State) -> i32 {
    let low = e.is(Sle, s.layer, 0);
    if e.branch(low) {
        return 400;
    }
    for (layer, threshold) in [(1, 500), (2, 640)] {
        let same = e.is(Eq, s.layer, layer);
        if e.branch(same) {
            return threshold;
        }
    }
    740
}

fn sensitivity(e: &mut Engine, s: &State) -> i32 {
    for (level, below) in [(2, LOW), (3, 2350), (4, 5000), (5, 10000), (6, 20000)] {
        let lower = e.is(Slt, s.own_alt, below);
        if e.branch(lower) {
            return level;
        }
    }
    7
}

fn tau_below(e: &mut Engine, s: &State, limit: i32) -> Value {
    let opening = e.is(Sle, s.closure, 0);
    if e.branch(opening) {
        return Value::bool(false);
    }
    let left = e.mul(s.range, Value::int(36));
    let right = e.mul(Value::int(limit), s.closure);
    e.compare(Slt, left, right)
}

fn own_below(e: &mut Engine, s: &State) -> Value {
    e.compare(Slt, s.own_alt, s.other_alt)
}

fn own_above(e: &mut Engine, s: &State) -> Value {
    e.compare(Sgt, s.own_alt, s.other_alt)
}

fn upward(e: &mut Engine, s: &State, inhibited: bool) -> bool {
    let biased = if inhibited { e.add(s.sep_up, Value::int(100)) } else { s.sep_up };
    let upward = e.compare(Sgt, biased, s.sep_down);
    e.branch(upward)
}

fn non_crossing_climb(e: &mut Engine, s: &State, inhibited: bool) -> Value {
    if upward(e, s, inhibited) {
        let below = own_below(e, s);
        if !e.branch(below) {
            return Value::bool(true);
        }
        let below = own_below(e, s);
        if !e.branch(below) {
            return Value::bool(false);
        }
        let limit = limit(e, s);
        return e.is(Slt, s.sep_down, limit);
    }
    let above = own_above(e, s);
    if !e.branch(above) {
        return Value::bool(false);
    }
    let rate = e.is(Sge, s.own_rate, -MIN_SEPARATION);
    if !e.branch(rate) {
        return Value::bool(false);
    }
    let limit = limit(e, s);
    e.is(Sge, s.sep_up, limit)
}

fn non_crossing_descend(e: &mut Engine, s: &State, inhibited: bool) -> Value {
    if upward(e, s, inhibited) {
        let below = own_below(e, s);
        if !e.branch(below) {
            return Value::bool(false);
        }
        let rate = e.is(Sle, s.own_rate, MIN_SEPARATION);
        if !e.branch(rate) {
            return Value::bool(false);
        }
        let limit = limit(e, s);
        return e.is(Sge, s.sep_down, limit);
    }
    let above = own_above(e, s);
    if !e.branch(above) {
        return Value::bool(true);
    }
    let above = own_above(e, s);
    if !e.branch(above) {
        return Value::bool(false);
    }
    let limit = limit(e, s);
    e.is(Sge, s.sep_up, limit)
}

fn strengthen(e: &mut Engine, s: &State, up: bool) {
    let (separation, to, from) =
        if up { (s.sep_up, s.other_rate, s.own_rate) } else { (s.sep_down, s.own_rate, s.other_rate) };
    let gap = e.sub(to, from);
    let limit = limit(e, s);
    let close = e.is(Slt, separation, limit / 2);
    let closing = e.and_then(close, |e| e.is(Sgt, gap, 0));
    if !e.branch(closing) {
        return;
    }
    let slow = if up { e.is(Slt, s.own_rate, STRONG_RATE) } else { e.is(Sgt, s.own_rate, -STRONG_RATE) };
    e.branch(slow);
}

fn advise(e: &mut Engine, s: &State) {
    for field in [s.range, s.own_alt, s.other_alt] {
        let negative = e.is(Slt, field, 0);
        if e.branch(negative) {
            return;
        }
    }
    let too_high = e.is(Sgt, s.own_alt, HIGH + 5000);
    if e.branch(too_high) {
        return;
    }
    let level = sensitivity(e, s);
    if level == 2 {
        return;
    }
    let high = e.is(Sgt, s.own_alt, HIGH);
    let inhibited = e.branch(high);
    let enabled = enabled(e, s, level);
    let equipped = e.is(Eq, s.equip, 1);
    let intent_unknown = e.is(Eq, s.intent, 0);
    let (mut up, mut down) = (Value::bool(false), Value::bool(false));
    if e.branch(enabled) && is_free(e, equipped, intent_unknown) {
        (up, down) = free_choice(e, s, inhibited);
    } else if both(e, enabled, equipped) {
        let climbs = e.is(Eq, s.intent, 1);
        if e.branch(climbs) {
            down = Value::bool(true);
        } else {
            let descends = e.is(Eq, s.intent, 2);
            up = Value::bool(both(e, descends, Value::bool(!inhibited)));
        }
    } else {
        let confident = e.is(Ne, s.confident, 0);
        if e.branch(confident) {
            let near = tau_below(e, s, 45);
            if e.branch(near) {
                return;
            }
        }
    }
    if both(e, up, down) {
        return;
    }
    if e.branch(up) {
        strengthen(e, s, true);
    } else if e.branch(down) {
        strengthen(e, s, false);
    }
}

fn both(e: &mut Engine, a: Value, b: Value) -> bool {
    let both = e.and_then(a, |_| b);
    e.branch(both)
}

fn is_free(e: &mut Engine, equipped: Value, intent_unknown: Value) -> bool {
    let free = e.and_then(equipped, |_| intent_unknown);
    let free = e.or_else(free, |e| e.not(equipped));
    e.branch(free)
}

fn enabled(e: &mut Engine, s: &State, level: i32) -> Value {
    let confident = e.is(Ne, s.confident, 0);
    if !e.branch(confident) {
        return Value::bool(false);
    }
    let slow = e.is(Sle, s.closure, MAX_SPEED);
    if !e.branch(slow) {
        return Value::bool(false);
    }
    let near = tau_below(e, s, 25);
    if e.branch(near) {
        return Value::bool(true);
    }
    e.is(Slt, s.range, 20 * level)
}

fn free_choice(e: &mut Engine, s: &State, inhibited: bool) -> (Value, Value) {
    let climb = non_crossing_climb(e, s, inhibited);
    let mut up = Value::bool(false);
    if e.branch(climb) {
        let below = own_below(e, s);
        up = e.not(below);
    }
    let descend = non_crossing_descend(e, s, inhibited);
    let mut down = Value::bool(false);
    if e.branch(descend) {
        let above = own_above(e, s);
        down = e.not(above);
    }
    let decided = e.or_else(up, |_| down);
    if e.branch(decided) {
        return (up, down);
    }
    let raised = e.add(s.sep_down, Value::int(MIN_SEPARATION));
    let better_up = e.compare(Sgt, s.sep_up, raised);
    if both(e, better_up, Value::bool(!inhibited)) {
        return (Value::bool(true), down);
    }
    let raised = e.add(s.sep_up, Value::int(MIN_SEPARATION));
    let better_down = e.compare(Sgt, s.sep_down, raised);
    if e.branch(better_down) {
        down = Value::bool(true);
    }
    (up, down)
}
