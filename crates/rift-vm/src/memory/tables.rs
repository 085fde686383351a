//! Which pages there are: chunks of 32 pages in tables of 32 chunks, 4 MiB each, in one sorted list.
//!
//! All of them are shared copy-on-write between snapshots: copying a memory costs one count for each table, and the
//! first write to a page after it a copy of the table, the chunk and the page. Both arrays are small so that this stays
//! below the cost of the page itself.

use super::page::Page;
use std::ops::Range;
use std::sync::Arc;

const CHUNK_PAGES: usize = 32;
const TABLE_CHUNKS: usize = 32;
const TABLE_PAGES: u64 = (CHUNK_PAGES * TABLE_CHUNKS) as u64;
const HINTS: usize = 32;

#[derive(Clone)]
struct Chunk {
    pages: [Option<Arc<Page>>; CHUNK_PAGES],
}

#[derive(Clone)]
struct Table {
    chunks: [Option<Arc<Chunk>>; TABLE_CHUNKS],
}

const NO_PAGES: Chunk = Chunk { pages: [const { None }; CHUNK_PAGES] };
const NO_CHUNKS: Table = Table { chunks: [const { None }; TABLE_CHUNKS] };

#[derive(Clone)]
pub(super) struct Tables {
    /// By page number / TABLE_PAGES.
    tables: Vec<(u64, Arc<Table>)>,
    /// Of nothing but the page given at the start.
    full_chunk: Arc<Chunk>,
    full_table: Arc<Table>,
    /// Where in the list tables were found, by the low bits of their keys. May be out of date.
    hints: [u16; HINTS],
}

fn chunk_of(number: u64) -> usize {
    number as usize / CHUNK_PAGES % TABLE_CHUNKS
}

fn page_of(number: u64) -> usize {
    number as usize % CHUNK_PAGES
}

impl Tables {
    /// `page` is what [`Tables::fill`] fills with.
    pub fn new(page: &Arc<Page>) -> Tables {
        let full_chunk = Arc::new(Chunk { pages: std::array::from_fn(|_| Some(Arc::clone(page))) });
        let full_table = Arc::new(Table { chunks: std::array::from_fn(|_| Some(Arc::clone(&full_chunk))) });
        Tables { tables: Vec::new(), full_chunk, full_table, hints: [0; HINTS] }
    }

    fn find(&self, number: u64) -> Result<usize, usize> {
        let key = number / TABLE_PAGES;
        let hint = usize::from(self.hints[key as usize % HINTS]);
        if self.tables.get(hint).is_some_and(|&(there, _)| there == key) {
            return Ok(hint);
        }
        self.tables.binary_search_by_key(&key, |&(key, _)| key)
    }

    /// The same, and makes finding it again faster.
    fn find_often(&mut self, number: u64) -> Option<usize> {
        let index = self.find(number).ok()?;
        self.hints[(number / TABLE_PAGES) as usize % HINTS] = index as u16;
        Some(index)
    }

    /// A page that will be wanted again.
    pub fn get_often(&mut self, number: u64) -> Option<&Arc<Page>> {
        let index = self.find_often(number)?;
        self.tables[index].1.chunks[chunk_of(number)].as_ref()?.pages[page_of(number)].as_ref()
    }

    pub fn get(&self, number: u64) -> Option<&Arc<Page>> {
        let (_, table) = &self.tables[self.find(number).ok()?];
        table.chunks[chunk_of(number)].as_ref()?.pages[page_of(number)].as_ref()
    }

    /// All that are present, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &Arc<Page>)> {
        let chunks = self.tables.iter().flat_map(|(key, table)| {
            let first = key * TABLE_PAGES;
            (first..).step_by(CHUNK_PAGES).zip(&table.chunks).filter_map(|(at, chunk)| Some((at, chunk.as_ref()?)))
        });
        chunks.flat_map(|(first, chunk)| {
            (first..).zip(&chunk.pages).filter_map(|(number, page)| Some((number, page.as_ref()?)))
        })
    }

    /// A present page, to be replaced or changed. What leads to it is no longer shared then.
    pub fn get_mut(&mut self, number: u64) -> Option<&mut Arc<Page>> {
        let index = self.find_often(number)?;
        let (_, table) = &mut self.tables[index];
        table.chunks[chunk_of(number)].as_ref()?.pages[page_of(number)].as_ref()?;
        let chunk = Arc::make_mut(table).chunks[chunk_of(number)].as_mut()?;
        Arc::make_mut(chunk).pages[page_of(number)].as_mut()
    }

    pub fn insert(&mut self, number: u64, page: Arc<Page>) {
        let chunk = self.table_mut(number).chunks[chunk_of(number)].get_or_insert_with(|| Arc::new(NO_PAGES));
        Arc::make_mut(chunk).pages[page_of(number)] = Some(page);
    }

    fn table_mut(&mut self, number: u64) -> &mut Table {
        let index = self.find(number).unwrap_or_else(|index| {
            self.tables.insert(index, (number / TABLE_PAGES, Arc::new(NO_CHUNKS)));
            index
        });
        Arc::make_mut(&mut self.tables[index].1)
    }

    /// Makes a whole table or chunk of absent pages present at once, if `number` is the first of one, all of it is
    /// wanted and absent. Gives back how many pages that were, or 0.
    pub fn fill(&mut self, number: u64, wanted: u64) -> u64 {
        let found = self.find(number);
        if number.is_multiple_of(TABLE_PAGES)
            && wanted >= TABLE_PAGES
            && let Err(index) = found
        {
            self.tables.insert(index, (number / TABLE_PAGES, Arc::clone(&self.full_table)));
            return TABLE_PAGES;
        }
        let absent = found.ok().is_none_or(|index| self.tables[index].1.chunks[chunk_of(number)].is_none());
        if absent && number.is_multiple_of(CHUNK_PAGES as u64) && wanted >= CHUNK_PAGES as u64 {
            let full = Arc::clone(&self.full_chunk);
            self.table_mut(number).chunks[chunk_of(number)] = Some(full);
            return CHUNK_PAGES as u64;
        }
        0
    }

    /// Makes pages absent; gives back how many there were.
    pub fn remove(&mut self, pages: Range<u64>) -> u64 {
        let mut removed = 0;
        let first = self.find(pages.start).unwrap_or_else(|index| index);
        let keys = self.tables[first..].iter().map(|&(key, _)| key);
        let count = keys.take_while(|key| key * TABLE_PAGES < pages.end).count();
        for (key, table) in &mut self.tables[first..first + count] {
            let base = *key * TABLE_PAGES;
            let within = pages.start.max(base) - base..pages.end.min(base + TABLE_PAGES) - base;
            removed += remove_from_table(Arc::make_mut(table), within.start as usize..within.end as usize);
        }
        self.tables.retain(|(_, table)| table.chunks.iter().any(Option::is_some));
        removed
    }
}

fn remove_from_table(table: &mut Table, pages: Range<usize>) -> u64 {
    let mut removed = 0;
    for index in pages.start / CHUNK_PAGES..pages.end.div_ceil(CHUNK_PAGES) {
        let Some(chunk) = &mut table.chunks[index] else { continue };
        let base = index * CHUNK_PAGES;
        let within = pages.start.max(base) - base..pages.end.min(base + CHUNK_PAGES) - base;
        removed += chunk.pages[within.clone()].iter().flatten().count() as u64;
        let rest = |(index, page): (usize, &Option<_>)| page.is_some() && !within.contains(&index);
        if chunk.pages.iter().enumerate().any(rest) {
            Arc::make_mut(chunk).pages[within].fill(None);
        } else {
            table.chunks[index] = None;
        }
    }
    removed
}
