//! The kernel against what Linux answers.

mod descriptors;
mod paths;
mod process;
mod replay;
mod symbolic;

use crate::abi::Errno;
use crate::kernel::number_of;
use crate::world::{Config, Input, World};
use rift_vm::memory::{Memory, MemoryConfig};
use rift_vm::{Guest, Host, Reply, Stop};

/// A world, and the memory of a program in it.
pub(super) struct Process {
    pub world: World,
    pub memory: Memory,
    pub steps: u64,
}

impl Process {
    pub fn with(input: Input, config: Config) -> Process {
        let world = World::new(input, config).expect("a good input");
        Process { world, memory: Memory::new(&MemoryConfig::default()), steps: 0 }
    }

    pub fn new(files: &[(&str, &str)], stdin: &str) -> Process {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        let input = Input { argv: vec![b"program".to_vec()], stdin: stdin.into(), files, ..Input::default() };
        Process::with(input, Config::default())
    }

    pub fn fork(&mut self) -> Process {
        Process { world: self.world.clone(), memory: self.memory.snapshot(), steps: self.steps }
    }

    pub fn host(&mut self, name: &str, args: &[u64]) -> Result<Reply, Stop> {
        let function = self.world.lookup(name).unwrap_or_else(|| panic!("no host function {name}"));
        function(&mut self.world, &mut Guest { memory: &mut self.memory, steps: self.steps, tools: None }, args)
    }

    /// A system call that does not end the run: its value, or its error.
    pub fn call(&mut self, name: &str, args: &[u64]) -> Result<u64, Errno> {
        match self.try_call(name, args).expect("the run goes on") as i64 {
            errno @ -4095..0 => Err(Errno(-errno as i32)),
            value => Ok(value as u64),
        }
    }

    pub fn try_call(&mut self, name: &str, args: &[u64]) -> Result<u64, Stop> {
        let number = number_of(name).unwrap_or_else(|| panic!("no system call {name}"));
        let mut slots = [0; 7];
        slots[0] = number;
        slots[1..=args.len()].copy_from_slice(args);
        match self.host("__rift_syscall", &slots)? {
            Reply::Value(value) => Ok(value),
            other => panic!("{other:?}"),
        }
    }

    /// A C string in guest memory.
    pub fn text(&mut self, text: &str) -> u64 {
        let address = self.room(text.len() as u64 + 1);
        self.memory.write(address, text.as_bytes()).expect("room");
        address
    }

    pub fn room(&mut self, size: u64) -> u64 {
        self.memory.heap_allocate(size, 16, true).expect("room")
    }

    pub fn open(&mut self, path: &str, flags: u32, mode: u32) -> Result<u64, Errno> {
        let path = self.text(path);
        self.call("open", &[path, u64::from(flags), u64::from(mode)])
    }

    /// A system call whose first argument is a path.
    pub fn at_path(&mut self, name: &str, path: &str, rest: &[u64]) -> Result<u64, Errno> {
        let path = self.text(path);
        self.call(name, &[&[path], rest].concat())
    }

    pub fn write(&mut self, fd: u64, text: &str) -> Result<u64, Errno> {
        let address = self.text(text);
        self.call("write", &[fd, address, text.len() as u64])
    }

    pub fn read(&mut self, fd: u64, len: u64) -> Result<String, Errno> {
        let address = self.room(len);
        let count = self.call("read", &[fd, address, len])?;
        let bytes = self.memory.read_vec(address, count).expect("read");
        Ok(String::from_utf8(bytes).expect("text"))
    }
}
