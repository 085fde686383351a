//! The machine's own code: what a function becomes before it runs.
//!
//! A frame is an array of 64-bit slots. A scalar of up to 64 bits is one slot, zero-extended (the *canonical*
//! form; every operation keeps it). Wider scalars take consecutive slots, low limb first; vectors and
//! aggregates are their leaves one after the other. So vectors need no operations of their own, and
//! `zext`, `bitcast` between scalars, `extractvalue` and `freeze` cost nothing: they name the same slots.
//!
//! Operations are 16 bytes. What is rare or heavy is a [`SlowOp`], reached through [`Op::Slow`].

use crate::layout::Scalar;
use rift_ir::{AtomicOp, BinaryOp, CastOp, FloatKind, FloatPredicate, FuncId, InstId, IntPredicate, Intrinsic};

/// An index into the current frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot(pub u32);

impl Slot {
    pub fn plus(self, n: u32) -> Slot {
        Slot(self.0 + n)
    }
}

/// An index into [`FnCode::ops`].
pub type Pc = u32;

/// `d` is the destination, `a` and `b` are sources; `imm` is sign-extended to 64 bits unless stated.
/// Suffix `32`/`64` is the operand width, `N` any width up to 64 given by `bits`, `I` an immediate.
#[derive(Debug, Clone, Copy)]
pub enum Op {
    Mov {
        d: Slot,
        a: Slot,
    },
    MovN {
        d: Slot,
        a: Slot,
        count: u32,
    },
    Const {
        d: Slot,
        low: u32,
        high: u32,
    },

    Add64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Add32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    AddN {
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
    },
    Add64I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    Add32I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    AddNI {
        d: Slot,
        a: Slot,
        imm: i32,
        bits: u8,
    },
    Sub64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Sub32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    SubN {
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
    },
    Mul64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Mul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    MulN {
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
    },
    Mul64I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    Mul32I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    And {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// The immediate of the bitwise operations is zero-extended.
    AndI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    OrI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    XorI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    Shl64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    Shl32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    LShr64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    LShr32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    AShr64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    AShr32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// Shifts of other widths; `op` is Shl, LShr or AShr.
    ShiftN {
        op: BinaryOp,
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
    },
    Shl64I {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    Shl32I {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    /// Right for every width: the canonical form has zeroes above. `imm` is below 64.
    LShrI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    AShr64I {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    AShr32I {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    UDiv {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    URem {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    SDiv32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    SDiv64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    SRem32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    SRem64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },

    CmpEq {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpNe {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpUlt {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpUle {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpSlt32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpSle32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpSlt64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    CmpSle64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    /// Signed comparison of any width.
    CmpSN {
        predicate: IntPredicate,
        d: Slot,
        a: Slot,
        b: Slot,
        bits: u8,
    },
    /// The immediate of unsigned comparisons and equality is zero-extended.
    CmpEqI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    CmpNeI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    CmpUltI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    CmpUgtI {
        d: Slot,
        a: Slot,
        imm: u32,
    },
    CmpSlt32I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    CmpSgt32I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    CmpSlt64I {
        d: Slot,
        a: Slot,
        imm: i32,
    },
    CmpSgt64I {
        d: Slot,
        a: Slot,
        imm: i32,
    },

    /// Keeps the low `bits` bits: `trunc`.
    Mask {
        d: Slot,
        a: Slot,
        bits: u8,
    },
    SExt32To64 {
        d: Slot,
        a: Slot,
    },
    SExt {
        d: Slot,
        a: Slot,
        from: u8,
        to: u8,
    },
    /// `branches` is an index into the pool: two slots.
    Select {
        d: Slot,
        condition: Slot,
        branches: u32,
    },

    Load8 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    Load16 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    Load32 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    Load64 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    /// Address: base + index * scale + offset.
    LoadX8 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadX16 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadX32 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadX64 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    /// The index is an i32, sign-extended first: what `a[i]` with an `int i` is.
    LoadXS8 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadXS16 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadXS32 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadXS64 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    /// Loads that sign-extend what they load: to 32 bits, the last to 64.
    Load8To32 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    LoadX8To32 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LoadXS8To32 {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    Load16To32 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    Load32To64 {
        d: Slot,
        base: Slot,
        offset: i32,
    },
    /// Any other width: `bits.div_ceil(8)` bytes, masked, into `bits.div_ceil(64)` slots.
    LoadBits {
        d: Slot,
        base: Slot,
        offset: i32,
        bits: u16,
    },
    Store8 {
        a: Slot,
        base: Slot,
        offset: i32,
    },
    Store16 {
        a: Slot,
        base: Slot,
        offset: i32,
    },
    Store32 {
        a: Slot,
        base: Slot,
        offset: i32,
    },
    Store64 {
        a: Slot,
        base: Slot,
        offset: i32,
    },
    StoreX8 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreX16 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreX32 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreX64 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreXS8 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreXS16 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreXS32 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreXS64 {
        a: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    StoreBits {
        a: Slot,
        base: Slot,
        offset: i32,
        bits: u16,
    },
    Lea {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    LeaS {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u8,
        offset: i16,
    },
    /// Larger strides, without offset: rows of a matrix.
    LeaWide {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u16,
    },
    LeaWideS {
        d: Slot,
        base: Slot,
        index: Slot,
        scale: u16,
    },
    Alloca {
        d: Slot,
        size: u32,
        align: u32,
    },

    FAdd64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FSub64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv64 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FAdd32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FSub32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FMul32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FDiv32 {
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FNeg64 {
        d: Slot,
        a: Slot,
    },
    FNeg32 {
        d: Slot,
        a: Slot,
    },
    FCmp64 {
        predicate: FloatPredicate,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FCmp32 {
        predicate: FloatPredicate,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    F32ToF64 {
        d: Slot,
        a: Slot,
    },
    F64ToF32 {
        d: Slot,
        a: Slot,
    },
    /// Signed integer of `bits` bits to double.
    SiToF64 {
        d: Slot,
        a: Slot,
        bits: u8,
    },
    UiToF64 {
        d: Slot,
        a: Slot,
    },

    Jump {
        target: Pc,
    },
    BrTrue {
        a: Slot,
        target: Pc,
    },
    BrFalse {
        a: Slot,
        target: Pc,
    },
    BrEq {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrNe {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrUlt {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrUle {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrSlt32 {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrSle32 {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrSlt64 {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrSle64 {
        a: Slot,
        b: Slot,
        target: Pc,
    },
    BrEqI {
        a: Slot,
        imm: u32,
        target: Pc,
    },
    BrNeI {
        a: Slot,
        imm: u32,
        target: Pc,
    },
    BrUltI {
        a: Slot,
        imm: u32,
        target: Pc,
    },
    BrUgtI {
        a: Slot,
        imm: u32,
        target: Pc,
    },
    BrSlt32I {
        a: Slot,
        imm: i32,
        target: Pc,
    },
    BrSgt32I {
        a: Slot,
        imm: i32,
        target: Pc,
    },
    BrSlt64I {
        a: Slot,
        imm: i32,
        target: Pc,
    },
    BrSgt64I {
        a: Slot,
        imm: i32,
        target: Pc,
    },
    /// Index into [`FnCode::switches`].
    Switch {
        a: Slot,
        table: u32,
    },
    IndirectJump {
        a: Slot,
        table: u32,
    },

    /// `args` is an index into the pool: count, then that many slots. The result goes to `d` on.
    Call {
        d: Slot,
        function: FuncId,
        args: u32,
    },
    /// A call of a function that the module only declares.
    CallHost {
        d: Slot,
        function: FuncId,
        args: u32,
    },
    CallIndirect {
        d: Slot,
        address: Slot,
        args: u32,
    },
    Return0,
    Return1 {
        a: Slot,
    },
    ReturnN {
        a: Slot,
        count: u32,
    },

    Slow {
        index: u32,
    },
    Unreachable,
}

const _: () = assert!(size_of::<Op>() == 16, "the interpreter's speed rests on small operations");

/// How an argument is passed, for functions that look at their caller's arguments (`va_start`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgClass {
    /// One or two general registers.
    Integer { slots: u8 },
    /// One SSE register holding `bytes` bytes, packed from `slots` lanes of `lane_bytes`.
    Sse { slots: u8, lane_bytes: u8 },
    /// In memory: an x87 value.
    X87,
    /// In memory: the object that the slot points to.
    Memory { size: u32, align: u32 },
}

/// One argument of a call whose signature is variadic.
#[derive(Debug, Clone, Copy)]
pub struct PassedArg {
    pub class: ArgClass,
    pub slot: Slot,
}

#[derive(Debug, Clone)]
pub enum SwitchTable {
    /// Case value `base + i` goes to `targets[i]`.
    Dense { base: u64, targets: Vec<Pc>, default: Pc },
    /// Sorted by value.
    Sparse { cases: Vec<(u64, Pc)>, default: Pc },
    /// Wider than a slot: compared one after the other.
    Wide { cases: Vec<(Vec<u64>, Pc)>, default: Pc },
}

/// An operand of a slow operation.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub slot: Slot,
    pub scalar: Scalar,
}

#[derive(Debug, Clone)]
pub enum SlowOp {
    IntBinary {
        op: BinaryOp,
        bits: u32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    IntCompare {
        predicate: IntPredicate,
        bits: u32,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatBinary {
        op: BinaryOp,
        kind: FloatKind,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatCompare {
        predicate: FloatPredicate,
        kind: FloatKind,
        d: Slot,
        a: Slot,
        b: Slot,
    },
    FloatNegate {
        kind: FloatKind,
        d: Slot,
        a: Slot,
    },
    Cast {
        op: CastOp,
        d: Place,
        a: Place,
    },
    /// Concatenates lanes (element 0 lowest) into one bit string of slots. `lane_bits` may be odd.
    Pack {
        d: Slot,
        a: Slot,
        lane_bits: u32,
        lanes: u32,
    },
    /// The inverse of `Pack`.
    Unpack {
        d: Slot,
        a: Slot,
        lane_bits: u32,
        lanes: u32,
    },
    /// Copies `count` slots from `a` + index * `count`; out of range reads zero, as a deterministic choice.
    ExtractLane {
        d: Slot,
        a: Slot,
        index: Slot,
        lanes: u32,
        count: u32,
    },
    InsertLane {
        d: Slot,
        value: Slot,
        index: Slot,
        lanes: u32,
        count: u32,
    },
    AllocaDynamic {
        d: Slot,
        elem_size: u64,
        count: Slot,
        align: u32,
    },
    /// Copies a by-value argument below the caller's frame; the mark taken before goes back with `StackRelease`.
    CopyByValue {
        d: Slot,
        source: Slot,
        size: u64,
        align: u32,
    },
    StackMark {
        d: Slot,
    },
    StackRelease {
        mark: Slot,
    },
    AtomicRmw {
        op: AtomicOp,
        scalar: Scalar,
        d: Slot,
        address: Slot,
        a: Slot,
    },
    CompareExchange {
        bits: u32,
        d: Slot,
        address: Slot,
        expected: Slot,
        replacement: Slot,
    },
    /// A scalar intrinsic; vectors are one per lane.
    Intrinsic {
        which: Intrinsic,
        d: Place,
        args: Vec<Place>,
    },
    /// memmove semantics, which is memcpy's wherever that is defined.
    Memcpy {
        to: Slot,
        from: Slot,
        length: Slot,
    },
    Memset {
        to: Slot,
        byte: Slot,
        length: Slot,
    },
    /// Lanes whose mask bit is off touch no memory; `d` holds what they yield already.
    MaskedLoad {
        d: Slot,
        scalar: Scalar,
        lanes: u32,
        address: Slot,
        mask: Slot,
    },
    MaskedStore {
        a: Slot,
        scalar: Scalar,
        lanes: u32,
        address: Slot,
        mask: Slot,
    },
    VaStart {
        list: Slot,
    },
    VaCopy {
        to: Slot,
        from: Slot,
    },
    VaArg {
        d: Place,
        list: Slot,
    },
    LandingPad {
        d: Slot,
    },
    ObjectSize {
        d: Slot,
        address: Slot,
        minimum: bool,
    },
    FrameAddress {
        d: Slot,
    },
    LoadRelative {
        d: Slot,
        base: Slot,
        offset: Slot,
    },
    Trap,
    Unsupported {
        what: String,
    },
}

/// Where an invoke continues when an exception passes.
#[derive(Debug, Clone, Copy)]
pub struct Unwind {
    /// The call operation.
    pub call: Pc,
    /// The edge to the landing pad's block.
    pub edge: Pc,
    pub landing_pad: InstId,
}

/// One function, ready to run. Immutable once made; shared by all machines of a program.
#[derive(Debug)]
pub struct FnCode {
    pub id: FuncId,
    pub ops: Vec<Op>,
    /// The instruction each operation came from.
    pub sites: Vec<InstId>,
    pub pool: Vec<u32>,
    pub switches: Vec<SwitchTable>,
    /// Targets of indirect jumps: (address, pc).
    pub jumps: Vec<Vec<(u64, Pc)>>,
    pub slow: Vec<SlowOp>,
    /// Sorted by `call`.
    pub unwinds: Vec<Unwind>,
    /// Branches that jump when the condition of their instruction is false, ascending.
    pub inverted: Vec<Pc>,
    /// For calls with a variadic signature, sorted by call.
    pub passed: Vec<(Pc, Vec<PassedArg>)>,
    pub frame_slots: u32,
    pub param_slots: u32,
    pub fixed_params: u32,
    /// Whether the stack mark must be restored on return.
    pub uses_stack: bool,
}
