// How results are seen: raw for the search, as text for people.

struct Output {
    bytes: Vec<u8>,
    show: bool,
}

impl Output {
    fn write(&self) {
        let mut stdout = ManuallyDrop::new(unsafe { std::fs::File::from_raw_fd(1) });
        let _ = stdout.write_all(&self.bytes);
    }

    fn shown(&mut self, how: &str, text: String) {
        eprintln!("shown: {how}");
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// A raw form that takes no decisions on values.
trait Raw {
    fn raw(&self, out: &mut Vec<u8>);
}

macro_rules! raw_integers {
    ($($name:ty)*) => { $(impl Raw for $name {
        fn raw(&self, out: &mut Vec<u8>) { out.extend_from_slice(&self.to_le_bytes()) }
    })* };
}
raw_integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! raw_nonzero {
    ($($name:ident)*) => { $(impl Raw for std::num::$name {
        fn raw(&self, out: &mut Vec<u8>) { self.get().raw(out) }
    })* };
}
raw_nonzero!(NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize NonZeroI32 NonZeroI64);

impl Raw for bool {
    fn raw(&self, out: &mut Vec<u8>) {
        out.push(b'0' + *self as u8)
    }
}
impl Raw for char {
    fn raw(&self, out: &mut Vec<u8>) {
        (*self as u32).raw(out)
    }
}
impl Raw for f32 {
    fn raw(&self, out: &mut Vec<u8>) {
        let bits = if self.is_nan() { f32::NAN.to_bits() } else { self.to_bits() };
        bits.raw(out)
    }
}
impl Raw for f64 {
    fn raw(&self, out: &mut Vec<u8>) {
        let bits = if self.is_nan() { f64::NAN.to_bits() } else { self.to_bits() };
        bits.raw(out)
    }
}
impl Raw for () {
    fn raw(&self, _: &mut Vec<u8>) {}
}
impl Raw for str {
    fn raw(&self, out: &mut Vec<u8>) {
        (self.len() as u32).raw(out);
        out.extend_from_slice(self.as_bytes());
    }
}
impl Raw for String {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_str().raw(out)
    }
}
impl Raw for std::ffi::OsStr {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_encoded_bytes().raw(out)
    }
}
impl Raw for std::ffi::OsString {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::path::Path {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::path::PathBuf {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_os_str().raw(out)
    }
}
impl Raw for std::time::Duration {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_secs().raw(out);
        self.subsec_nanos().raw(out);
    }
}
impl Raw for std::time::SystemTime {
    fn raw(&self, out: &mut Vec<u8>) {
        match self.duration_since(std::time::UNIX_EPOCH) {
            Ok(after) => after.raw(out),
            Err(before) => {
                out.push(b'-');
                before.duration().raw(out)
            }
        }
    }
}
impl Raw for std::cmp::Ordering {
    fn raw(&self, out: &mut Vec<u8>) {
        (*self as i8).raw(out)
    }
}
impl<T: Raw> Raw for [T] {
    fn raw(&self, out: &mut Vec<u8>) {
        (self.len() as u32).raw(out);
        for one in self {
            one.raw(out);
        }
    }
}
impl<T: Raw, const N: usize> Raw for [T; N] {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_slice().raw(out)
    }
}
impl<T: Raw> Raw for Vec<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        self.as_slice().raw(out)
    }
}
impl<T: Raw> Raw for Option<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        match self {
            Some(value) => {
                out.push(b'S');
                value.raw(out)
            }
            None => out.push(b'N'),
        }
    }
}
impl<T: Raw, E: Raw> Raw for Result<T, E> {
    fn raw(&self, out: &mut Vec<u8>) {
        match self {
            Ok(value) => {
                out.push(b'O');
                value.raw(out)
            }
            Err(error) => {
                out.push(b'E');
                error.raw(out)
            }
        }
    }
}
impl<T: Raw + ?Sized> Raw for &T {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ?Sized> Raw for &mut T {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ?Sized> Raw for Box<T> {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
impl<T: Raw + ToOwned + ?Sized> Raw for std::borrow::Cow<'_, T> {
    fn raw(&self, out: &mut Vec<u8>) {
        (**self).raw(out)
    }
}
macro_rules! raw_tuples {
    ($(($($name:ident)*))*) => { $(impl<$($name: Raw),*> Raw for ($($name,)*) {
        fn raw(&self, out: &mut Vec<u8>) {
            let ($($name,)*) = self;
            $($name.raw(out);)*
        }
    })* };
}
raw_tuples!((A)(A B)(A B C)(A B C D)(A B C D E)(A B C D E F));

/// A value and the best way its type has to be seen: the method is looked up on `&&&&&&Seen`, and an implementation
/// for more references is found first.
struct Seen<T>(Cell<Option<T>>);

impl<T> Seen<T> {
    fn new(value: T) -> Seen<T> {
        Seen(Cell::new(Some(value)))
    }

    fn value(&self) -> T {
        self.0.take().unwrap()
    }
}

const ITEMS: usize = 16;

trait SeenRaw {
    fn see(&self, out: &mut Output);
}
impl<T: Raw> SeenRaw for &&&&&Seen<T> {
    fn see(&self, out: &mut Output) {
        self.value().raw(&mut out.bytes)
    }
}

trait SeenRawItems {
    fn see(&self, out: &mut Output);
    fn outside(&self, out: &mut Output);
}
impl<T: Iterator> SeenRawItems for &&&&Seen<T>
where
    T::Item: Raw,
{
    fn see(&self, out: &mut Output) {
        for item in self.value().take(ITEMS) {
            out.bytes.push(b'|');
            item.raw(&mut out.bytes);
        }
    }
    fn outside(&self, out: &mut Output) {
        self.see(out)
    }
}

trait SeenItems {
    fn show(&self, out: &mut Output);
}
impl<T: Iterator> SeenItems for &&&&&&Seen<T>
where
    T::Item: Debug,
{
    fn show(&self, out: &mut Output) {
        let items: Vec<_> = self.value().take(ITEMS).collect();
        out.shown("items", format!("{items:?}"))
    }
}

trait SeenDebugItems {
    fn see(&self, out: &mut Output);
    fn outside(&self, out: &mut Output);
}
impl<T: Iterator> SeenDebugItems for &&&Seen<T>
where
    T::Item: Debug,
{
    fn see(&self, out: &mut Output) {
        for item in self.value().take(ITEMS) {
            let _ = write!(out.bytes, "|{item:?}");
        }
    }
    fn outside(&self, out: &mut Output) {
        self.see(out)
    }
}

trait SeenDebug {
    fn see(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
    fn after(&self, out: &mut Output, name: &str);
}
impl<T: Debug> SeenDebug for &&Seen<T> {
    fn see(&self, out: &mut Output) {
        let _ = write!(out.bytes, "{:?}", self.value());
    }
    fn show(&self, out: &mut Output) {
        out.shown("debug", format!("{:?}", self.value()))
    }
    fn after(&self, out: &mut Output, name: &str) {
        eprintln!("after: {name}");
        let _ = write!(out.bytes, "; {name}: {:?}", self.value());
    }
}

trait SeenDisplay {
    fn see(&self, out: &mut Output);
    fn outside(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
}
impl<T: Display> SeenDisplay for &Seen<T> {
    fn see(&self, out: &mut Output) {
        let _ = write!(out.bytes, "{}", self.value());
    }
    fn outside(&self, out: &mut Output) {
        self.see(out)
    }
    fn show(&self, out: &mut Output) {
        out.shown("display", self.value().to_string())
    }
}

trait SeenNot {
    fn see(&self, out: &mut Output);
    fn outside(&self, out: &mut Output);
    fn show(&self, out: &mut Output);
    fn after(&self, out: &mut Output, name: &str);
}
impl<T> SeenNot for Seen<T> {
    fn see(&self, out: &mut Output) {
        out.bytes.extend_from_slice(b"returned");
    }
    fn outside(&self, out: &mut Output) {
        self.see(out)
    }
    fn show(&self, out: &mut Output) {
        out.shown("nothing", "returned".to_owned())
    }
    fn after(&self, _: &mut Output, _: &str) {}
}

macro_rules! see {
    ($out:expr, $value:expr) => {
        (&&&&&&Seen::new($value)).see($out)
    };
}
/// What a user can rely on of a type whose `Debug` tells its private fields.
macro_rules! see_outside {
    ($out:expr, $value:expr) => {
        (&&&&&Seen::new($value)).outside($out)
    };
}
/// Nothing of it, but that it was returned.
macro_rules! see_nothing {
    ($out:expr, $value:expr) => {
        Seen::new($value).see($out)
    };
}
/// As it is printed.
macro_rules! see_printed {
    ($out:expr, $value:expr) => {
        (&&&Seen::new($value)).see($out)
    };
}
macro_rules! show {
    ($out:expr, $value:expr) => {
        (&&&&&&&Seen::new($value)).show($out)
    };
}
macro_rules! after {
    ($out:expr, $name:expr, $value:expr) => {
        (&&&Seen::new($value)).after($out, $name)
    };
}
