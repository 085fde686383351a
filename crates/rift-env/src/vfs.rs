//! The virtual file system: a tree of nodes in memory. The host's files are never seen.
//!
//! Contents are shared between clones until written to. Permissions are checked as for an unprivileged user who owns
//! everything outside of `/`, `/dev` and `/tmp`. Directories list their entries in the order of their names.

use crate::abi::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a node; also its inode number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub u32);

pub(crate) const ROOT: NodeId = NodeId(1);
/// The user and the group that programs run as.
pub(crate) const USER: u32 = 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Device {
    Null,
    Zero,
    /// Reads as zeros; there is no room to write.
    Full,
    Random,
    Tty,
    /// Opens what the descriptor refers to.
    Descriptor(i32),
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    File(Arc<Vec<u8>>),
    Directory { entries: BTreeMap<Vec<u8>, NodeId>, parent: NodeId },
    Symlink(Vec<u8>),
    Device(Device),
}

#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub kind: Kind,
    /// Permission bits only.
    pub mode: u32,
    pub owner: u32,
    pub links: u32,
    /// Nanoseconds since 1970.
    pub accessed: i64,
    pub modified: i64,
    pub changed: i64,
}

impl Node {
    pub fn file_type(&self) -> u32 {
        match self.kind {
            Kind::File(_) => S_IFREG,
            Kind::Directory { .. } => S_IFDIR,
            Kind::Symlink(_) => S_IFLNK,
            Kind::Device(Device::Descriptor(_)) => S_IFLNK,
            Kind::Device(_) => S_IFCHR,
        }
    }

    pub fn size(&self) -> u64 {
        match &self.kind {
            Kind::File(bytes) => bytes.len() as u64,
            Kind::Directory { .. } => 4096,
            Kind::Symlink(target) => target.len() as u64,
            Kind::Device(_) => 0,
        }
    }

    pub fn is_directory(&self) -> bool {
        matches!(self.kind, Kind::Directory { .. })
    }

    /// Whether the user may do all of `wanted` (R_OK, W_OK, X_OK).
    pub fn permits(&self, wanted: u32) -> bool {
        let bits = if self.owner == USER { self.mode >> 6 } else { self.mode };
        bits & wanted == wanted
    }

    pub fn entries(&self) -> Result<&BTreeMap<Vec<u8>, NodeId>, Errno> {
        match &self.kind {
            Kind::Directory { entries, .. } => Ok(entries),
            _ => Err(ENOTDIR),
        }
    }
}

/// Where a path leads: the directory of its last name, that name, and what it names, if anything.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub parent: NodeId,
    /// Empty when the path ends in the root, `.` or `..`.
    pub name: Vec<u8>,
    pub node: Option<NodeId>,
    /// The path ended in a slash: only a directory will do.
    pub slash: bool,
}

/// Clones share everything until they change it.
#[derive(Clone)]
pub(crate) struct Vfs {
    nodes: Arc<BTreeMap<NodeId, Arc<Node>>>,
    next: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Links {
    Follow,
    /// A link at the end of the path is not followed, unless a slash comes after it.
    Keep,
    /// The last name is looked up as it is: for calls that make, move or remove names.
    Name,
}

impl Vfs {
    /// `/`, `/dev` with its devices, and `/tmp`.
    pub fn new(now: i64) -> Vfs {
        let mut vfs = Vfs { nodes: Arc::default(), next: ROOT.0 };
        vfs.add_node(Kind::Directory { entries: BTreeMap::new(), parent: ROOT }, 0o755, 0, now);
        let dev = vfs.add(ROOT, b"dev", Kind::Directory { entries: BTreeMap::new(), parent: ROOT }, 0o755, now);
        let tmp = vfs.add(ROOT, b"tmp", Kind::Directory { entries: BTreeMap::new(), parent: ROOT }, 0o1777, now);
        vfs.node_mut(dev).owner = 0;
        vfs.node_mut(tmp).owner = 0;
        let devices: [(&[u8], Device); 9] = [
            (b"null", Device::Null),
            (b"zero", Device::Zero),
            (b"full", Device::Full),
            (b"random", Device::Random),
            (b"urandom", Device::Random),
            (b"tty", Device::Tty),
            (b"stdin", Device::Descriptor(0)),
            (b"stdout", Device::Descriptor(1)),
            (b"stderr", Device::Descriptor(2)),
        ];
        for (name, device) in devices {
            let node = vfs.add(dev, name, Kind::Device(device), 0o666, now);
            vfs.node_mut(node).owner = 0;
        }
        let fd = vfs.add(dev, b"fd", Kind::Directory { entries: BTreeMap::new(), parent: dev }, 0o755, now);
        vfs.node_mut(fd).owner = 0;
        for (name, number) in [(b"0", 0), (b"1", 1), (b"2", 2)] {
            vfs.add(fd, name, Kind::Device(Device::Descriptor(number)), 0o777, now);
        }
        vfs
    }

    /// A node. Only for ids that the tree or an open descriptor holds: those are never removed.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[&id]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        Arc::make_mut(Arc::make_mut(&mut self.nodes).get_mut(&id).expect("held nodes exist"))
    }

    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.contains_key(&id)
    }

    /// A node in no directory.
    pub fn add_node(&mut self, kind: Kind, mode: u32, owner: u32, now: i64) -> NodeId {
        let id = NodeId(self.next);
        self.next += 1;
        let links = if matches!(kind, Kind::Directory { .. }) { 2 } else { 0 };
        let node = Node { kind, mode, owner, links, accessed: now, modified: now, changed: now };
        Arc::make_mut(&mut self.nodes).insert(id, Arc::new(node));
        id
    }

    /// A new node under a name that the directory does not have yet.
    pub fn add(&mut self, parent: NodeId, name: &[u8], kind: Kind, mode: u32, now: i64) -> NodeId {
        let id = self.add_node(kind, mode, USER, now);
        self.attach(parent, name, id, now);
        id
    }

    /// Enters a node under a name in a directory, replacing what had the name.
    pub fn attach(&mut self, parent: NodeId, name: &[u8], id: NodeId, now: i64) {
        let node = self.node_mut(id);
        node.changed = now;
        match &mut node.kind {
            Kind::Directory { parent: above, .. } => {
                *above = parent;
                self.node_mut(parent).links += 1;
            }
            _ => node.links += 1,
        }
        let directory = self.node_mut(parent);
        directory.modified = now;
        directory.changed = now;
        if let Kind::Directory { entries, .. } = &mut directory.kind {
            entries.insert(name.to_vec(), id);
        }
    }

    /// Takes a name out of a directory; the node itself stays until [`Vfs::forget`].
    pub fn detach(&mut self, parent: NodeId, name: &[u8], now: i64) -> Option<NodeId> {
        let directory = self.node_mut(parent);
        directory.modified = now;
        directory.changed = now;
        let Kind::Directory { entries, .. } = &mut directory.kind else {
            return None;
        };
        let id = entries.remove(name)?;
        let node = self.node_mut(id);
        node.changed = now;
        if node.is_directory() {
            node.links = 0;
            self.node_mut(parent).links -= 1;
        } else {
            node.links -= 1;
        }
        Some(id)
    }

    /// Drops a node that has no name any more. Only for nodes that nothing holds open.
    pub fn forget(&mut self, id: NodeId) {
        if self.nodes.get(&id).is_some_and(|node| node.links == 0) {
            Arc::make_mut(&mut self.nodes).remove(&id);
        }
    }

    pub fn resolve(&self, start: NodeId, path: &[u8], links: Links) -> Result<Resolved, Errno> {
        if path.is_empty() {
            return Err(ENOENT);
        }
        if path.len() >= PATH_MAX {
            return Err(ENAMETOOLONG);
        }
        let mut followed = 0;
        self.walk(start, path, links, &mut followed)
    }

    fn walk(&self, start: NodeId, path: &[u8], links: Links, followed: &mut u32) -> Result<Resolved, Errno> {
        let mut here = if path.first() == Some(&b'/') { ROOT } else { start };
        let slash = path.last() == Some(&b'/');
        let mut names = path.split(|&byte| byte == b'/').filter(|name| !name.is_empty()).peekable();
        let whole = |node| Resolved { parent: node, name: vec![], node: Some(node), slash };
        while let Some(name) = names.next() {
            let directory = self.node(here);
            let entries = directory.entries()?;
            if !directory.permits(X_OK) {
                return Err(EACCES);
            }
            if name.len() > NAME_MAX {
                return Err(ENAMETOOLONG);
            }
            let last = names.peek().is_none();
            let next = match name {
                b"." => Some(here),
                b".." => Some(self.parent(here)),
                _ => entries.get(name).copied(),
            };
            let Some(next) = next else {
                let missing = Resolved { parent: here, name: name.to_vec(), node: None, slash };
                return if last { Ok(missing) } else { Err(ENOENT) };
            };
            if let Kind::Symlink(target) = &self.node(next).kind
                && (!last || links == Links::Follow || (slash && links == Links::Keep))
            {
                *followed += 1;
                if *followed > 40 {
                    return Err(ELOOP);
                }
                let mut found = self.walk(here, target, Links::Follow, followed)?;
                if last {
                    found.slash |= slash;
                    return Ok(found);
                }
                here = found.node.ok_or(ENOENT)?;
            } else if last && name != b"." && name != b".." {
                return Ok(Resolved { parent: here, name: name.to_vec(), node: Some(next), slash });
            } else {
                here = next;
            }
        }
        Ok(whole(here))
    }

    fn parent(&self, id: NodeId) -> NodeId {
        match self.node(id).kind {
            Kind::Directory { parent, .. } => parent,
            _ => id,
        }
    }

    /// The absolute path of a directory; `None` when it was removed.
    pub fn path_of(&self, id: NodeId) -> Option<Vec<u8>> {
        let mut names = vec![];
        let mut here = id;
        while here != ROOT {
            let above = self.parent(here);
            let (name, _) = self.node(above).entries().ok()?.iter().find(|&(_, &entry)| entry == here)?;
            names.push(name.as_slice());
            here = above;
        }
        names.reverse();
        Some([b"/".as_slice(), names.join(&b'/').as_slice()].concat())
    }

    /// Is `inner` the directory `outer`, or below it?
    pub fn is_within(&self, inner: NodeId, outer: NodeId) -> bool {
        let mut here = inner;
        while here != outer {
            if here == ROOT {
                return false;
            }
            here = self.parent(here);
        }
        true
    }

    /// Every file, directory and link outside of `/dev`, by absolute path.
    pub fn list(&self) -> BTreeMap<Vec<u8>, (NodeId, Arc<Node>)> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![(vec![], ROOT)];
        while let Some((path, id)) = waiting.pop() {
            let Ok(entries) = self.node(id).entries() else {
                continue;
            };
            for (name, &entry) in entries {
                let path = [path.as_slice(), b"/", name].concat();
                if path != b"/dev" {
                    found.insert(path.clone(), (entry, self.nodes[&entry].clone()));
                    waiting.push((path, entry));
                }
            }
        }
        found
    }
}
