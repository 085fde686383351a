//! The stack. Everything below the stack pointer is poisoned, and so are the gaps between objects.

use super::directory::Fresh;
use super::page::{PAGE, PAGE_BITS, STACK_POISON};
use super::{Memory, MemoryFault, MemoryFaultKind, regions};

/// Poisoned bytes above every object.
pub(super) const GAP: u64 = 16;
const FRESH: Fresh = Fresh { code: STACK_POISON, writable: true };

#[derive(Clone, Copy)]
pub(super) struct Stack {
    /// Always a multiple of 16.
    pub pointer: u64,
    /// The lowest address of the stack.
    pub lowest: u64,
}

impl Stack {
    pub fn new(limit: u64) -> Stack {
        let limit = limit.clamp(PAGE as u64, 1 << 31) & !15;
        Stack { pointer: regions::STACK_TOP, lowest: regions::STACK_TOP - limit }
    }

    pub fn bytes_in_use(&self) -> u64 {
        regions::STACK_TOP - self.pointer
    }
}

impl Memory {
    /// The stack pointer, for [`Memory::stack_release`].
    #[inline(always)]
    pub fn stack_mark(&self) -> u64 {
        self.stack.pointer
    }

    /// An object of `size` bytes, with what was there before as contents. `align` is a power of two.
    #[inline(always)]
    pub fn stack_allocate(&mut self, size: u64, align: u64) -> Result<u64, MemoryFault> {
        let pointer = self.stack.pointer;
        if size > pointer - self.stack.lowest || align > PAGE as u64 {
            return self.stack_allocate_slow(size, align);
        }
        let address = (pointer - GAP - size) & !(align.max(16) - 1);
        if address < self.stack.lowest || address as usize % PAGE + size as usize > PAGE {
            return self.stack_allocate_slow(size, align);
        }
        self.stack.pointer = address;
        self.owned_or_new(address >> PAGE_BITS, FRESH).open(address as usize % PAGE, size as usize);
        Ok(address)
    }

    #[cold]
    #[inline(never)]
    fn stack_allocate_slow(&mut self, size: u64, align: u64) -> Result<u64, MemoryFault> {
        let room = self.stack.pointer - self.stack.lowest;
        let needed = size.saturating_add(GAP).saturating_add(align.max(16) - 1);
        let address = self.stack.pointer.wrapping_sub(GAP.wrapping_add(size)) & !(align.max(16) - 1);
        if size.saturating_add(GAP) > room || (needed > room && address < self.stack.lowest) {
            let size = u32::try_from(size).unwrap_or(u32::MAX);
            return Err(MemoryFault {
                address: self.stack.lowest,
                size,
                kind: MemoryFaultKind::StackOverflow,
                write: true,
            });
        }
        self.stack.pointer = address;
        self.open(address, size, FRESH);
        Ok(address)
    }

    /// Takes back what was allocated since `mark` was the stack pointer.
    #[inline(always)]
    pub fn stack_release(&mut self, mark: u64) {
        let pointer = self.stack.pointer;
        if mark <= pointer {
            return;
        }
        let offset = pointer as usize % PAGE;
        let size = mark - pointer;
        self.stack.pointer = mark;
        if size <= (PAGE - offset) as u64 {
            self.owned_or_new(pointer >> PAGE_BITS, FRESH).close(offset, size as usize, STACK_POISON);
        } else {
            self.stack_release_slow(pointer, size);
        }
    }

    #[inline(never)]
    fn stack_release_slow(&mut self, pointer: u64, size: u64) {
        let mut at = pointer;
        let mut left = size;
        while left > 0 {
            let offset = at as usize % PAGE;
            let span = left.min((PAGE - offset) as u64);
            let number = at >> PAGE_BITS;
            // A page that was never written to is as good absent: both come back as zero.
            if span == PAGE as u64 && self.is_zero_page(number) {
                self.remove(number, 1);
            } else if let Some(page) = self.owned(number) {
                page.close(offset, span as usize, STACK_POISON);
            }
            left -= span;
            at += span;
        }
    }
}
