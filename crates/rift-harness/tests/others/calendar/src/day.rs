/// Users cannot name the module that this is in.
#[derive(Debug, Clone, Copy)]
pub struct Day {
    year: i32,
    month: u8,
    day: u8,
}

impl Day {
    /// Its count alone says less than year, month and day.
    pub fn from_count(count: i32) -> Option<Day> {
        Some(Day { year: count / 366, month: 1, day: 1 })
    }

    pub fn from_ymd(year: i32, month: u8, day: u8) -> Option<Day> {
        let exists = (1..=12).contains(&month) && (1..=31).contains(&day);
        exists.then_some(Day { year, month, day })
    }

    #[deprecated]
    pub fn new(year: i32, month: u8, day: u8) -> Day {
        Day::from_ymd(year, month, day).expect("there is such a day")
    }

    pub fn year(&self) -> i32 {
        self.year
    }
}

pub trait Dated {
    fn month(&self) -> u8;
}

impl Dated for Day {
    fn month(&self) -> u8 {
        self.month.max(self.day)
    }
}
