//! Descriptors, the open files that they refer to, and pipes.

use crate::abi::*;
use crate::output::Stream;
use crate::symbols::SymbolicOffset;
use crate::vfs::NodeId;
use rift_expr::TermId;
use std::collections::VecDeque;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// The input given to the run, as a pipe.
    Stdin,
    Output(Stream),
    Node(NodeId),
    PipeReader(usize),
    PipeWriter(usize),
    EventCounter,
}

/// What `open` makes and `dup` shares.
#[derive(Debug, Clone)]
pub(crate) struct OpenFile {
    pub target: Target,
    pub offset: u64,
    /// What the offset is in terms of the input.
    pub symbolic: Option<SymbolicOffset>,
    /// Access mode and status flags.
    pub flags: u32,
    /// Descriptors that refer to it.
    descriptors: u32,
    /// The next directory entry is the first one after this name; `None` at the start.
    pub last_entry: Option<Vec<u8>>,
    /// eventfd's value.
    pub counter: u64,
}

impl OpenFile {
    pub fn new(target: Target, flags: u32) -> OpenFile {
        OpenFile { target, offset: 0, symbolic: None, flags, descriptors: 0, last_entry: None, counter: 0 }
    }

    pub fn readable(&self) -> bool {
        self.flags & O_PATH == 0 && self.flags & O_ACCMODE != O_WRONLY
    }

    pub fn writable(&self) -> bool {
        self.flags & O_PATH == 0 && matches!(self.flags & O_ACCMODE, O_WRONLY | O_RDWR)
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Pipe {
    pub bytes: Arc<VecDeque<u8>>,
    pub readers: u32,
    pub writers: u32,
}

#[derive(Debug, Clone, Copy)]
struct Descriptor {
    file: usize,
    close_on_exec: bool,
}

/// Clones share what they do not change.
#[derive(Debug, Clone)]
pub(crate) struct Descriptors {
    table: Arc<Vec<Option<Descriptor>>>,
    files: Arc<Vec<Option<OpenFile>>>,
    pub pipes: Vec<Pipe>,
}

impl Descriptors {
    /// Descriptors 0, 1 and 2.
    pub fn new(stdin: Target) -> Descriptors {
        let mut descriptors = Descriptors { table: Arc::default(), files: Arc::default(), pipes: vec![] };
        let standard = [
            OpenFile::new(stdin, 0),
            OpenFile::new(Target::Output(Stream::Stdout), O_WRONLY),
            OpenFile::new(Target::Output(Stream::Stderr), O_WRONLY),
        ];
        for file in standard {
            descriptors.open(file, false).expect("there is room for three");
        }
        descriptors
    }

    fn descriptor(&self, fd: i32) -> Result<Descriptor, Errno> {
        let index = usize::try_from(fd).map_err(|_| EBADF)?;
        self.table.get(index).copied().flatten().ok_or(EBADF)
    }

    pub fn file(&self, fd: i32) -> Result<&OpenFile, Errno> {
        let index = self.descriptor(fd)?.file;
        self.files[index].as_ref().ok_or(EBADF)
    }

    pub fn file_mut(&mut self, fd: i32) -> Result<&mut OpenFile, Errno> {
        let index = self.descriptor(fd)?.file;
        self.files_mut()[index].as_mut().ok_or(EBADF)
    }

    fn table_mut(&mut self) -> &mut Vec<Option<Descriptor>> {
        Arc::make_mut(&mut self.table)
    }

    fn files_mut(&mut self) -> &mut Vec<Option<OpenFile>> {
        Arc::make_mut(&mut self.files)
    }

    pub fn close_on_exec(&mut self, fd: i32) -> Result<&mut bool, Errno> {
        self.descriptor(fd)?;
        let entry = self.table_mut()[fd as usize].as_mut().ok_or(EBADF)?;
        Ok(&mut entry.close_on_exec)
    }

    /// The lowest free descriptor that is at least `least`.
    fn free(&mut self, least: usize) -> Result<usize, Errno> {
        let index = (least..OPEN_MAX).find(|&fd| self.table.get(fd).is_none_or(Option::is_none)).ok_or(EMFILE)?;
        if self.table.len() <= index {
            self.table_mut().resize(index + 1, None);
        }
        Ok(index)
    }

    pub fn open(&mut self, file: OpenFile, close_on_exec: bool) -> Result<i32, Errno> {
        let fd = self.free(0)?;
        let index = self.files.iter().position(Option::is_none).unwrap_or_else(|| {
            Arc::make_mut(&mut self.files).push(None);
            self.files.len() - 1
        });
        match file.target {
            Target::PipeReader(pipe) => self.pipes[pipe].readers += 1,
            Target::PipeWriter(pipe) => self.pipes[pipe].writers += 1,
            _ => {}
        }
        self.files_mut()[index] = Some(OpenFile { descriptors: 1, ..file });
        self.table_mut()[fd] = Some(Descriptor { file: index, close_on_exec });
        Ok(fd as i32)
    }

    /// Another descriptor for the same open file.
    pub fn duplicate(&mut self, fd: i32, least: usize, close_on_exec: bool) -> Result<i32, Errno> {
        let file = self.descriptor(fd)?.file;
        let new = self.free(least)?;
        self.refer(new, file, close_on_exec);
        Ok(new as i32)
    }

    /// dup2: `new` is closed first. Gives back the node that lost its last descriptor by that.
    pub fn replace(&mut self, fd: i32, new: i32, close_on_exec: bool) -> Result<Option<NodeId>, Errno> {
        let file = self.descriptor(fd)?.file;
        let index = usize::try_from(new).ok().filter(|&index| index < OPEN_MAX).ok_or(EBADF)?;
        let closed = if self.descriptor(new).is_ok() { self.close(new)? } else { None };
        if self.table.len() <= index {
            self.table_mut().resize(index + 1, None);
        }
        self.refer(index, file, close_on_exec);
        Ok(closed)
    }

    fn refer(&mut self, fd: usize, file: usize, close_on_exec: bool) {
        if let Some(open) = self.files_mut()[file].as_mut() {
            open.descriptors += 1;
        }
        self.table_mut()[fd] = Some(Descriptor { file, close_on_exec });
    }

    /// Gives back the node whose last descriptor this was.
    pub fn close(&mut self, fd: i32) -> Result<Option<NodeId>, Errno> {
        let index = self.descriptor(fd)?.file;
        self.table_mut()[fd as usize] = None;
        let Some(file) = self.files_mut()[index].as_mut() else {
            return Err(EBADF);
        };
        file.descriptors -= 1;
        if file.descriptors > 0 {
            return Ok(None);
        }
        let target = file.target;
        self.files_mut()[index] = None;
        match target {
            Target::PipeReader(pipe) => self.pipes[pipe].readers -= 1,
            Target::PipeWriter(pipe) => self.pipes[pipe].writers -= 1,
            Target::Node(node) if !self.holds(node) => return Ok(Some(node)),
            _ => {}
        }
        Ok(None)
    }

    /// Is the node open?
    pub fn holds(&self, node: NodeId) -> bool {
        self.files.iter().flatten().any(|file| file.target == Target::Node(node))
    }

    /// Every open descriptor from `first` to `last`.
    pub fn range(&self, first: u64, last: u64) -> Vec<i32> {
        let open = self.table.iter().enumerate().filter(|(_, entry)| entry.is_some());
        open.map(|(fd, _)| fd as u64).filter(|fd| (first..=last).contains(fd)).map(|fd| fd as i32).collect()
    }

    /// Gives symbolic offsets the values that they have under another input.
    pub fn refresh(&mut self, value: &mut dyn FnMut(TermId) -> u64) {
        if self.files.iter().flatten().all(|file| file.symbolic.is_none()) {
            return;
        }
        for file in self.files_mut().iter_mut().flatten() {
            if let Some(symbolic) = file.symbolic {
                file.offset = value(symbolic.term);
            }
        }
    }
}
