use std::sync::atomic::*;
use std::sync::*;
static CNT: AtomicUsize = AtomicUsize::new(5);
static G: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static O: OnceLock<String> = OnceLock::new();
static L: LazyLock<u32> = LazyLock::new(|| {
    println!("lazy init");
    42
});
static INIT: Once = Once::new();
static mut RAW: i32 = 3;
thread_local! { static T: std::cell::Cell<i32> = const { std::cell::Cell::new(1) }; static V: std::cell::RefCell<Vec<i32>> = std::cell::RefCell::new(vec![9]); }
fn main() {
    println!("{} {}", CNT.fetch_add(3, Ordering::SeqCst), CNT.load(Ordering::Relaxed));
    println!(
        "{:?} {:?}",
        CNT.compare_exchange(8, 1, Ordering::AcqRel, Ordering::Acquire),
        CNT.compare_exchange(8, 2, Ordering::SeqCst, Ordering::SeqCst)
    );
    println!(
        "{} {} {}",
        CNT.swap(100, Ordering::SeqCst),
        CNT.fetch_max(500, Ordering::SeqCst),
        CNT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |x| Some(x / 3)).unwrap()
    );
    let b = AtomicBool::new(true);
    println!("{} {:?}", b.fetch_nand(true, Ordering::SeqCst), b);
    let i = AtomicI64::new(i64::MAX);
    i.fetch_add(1, Ordering::SeqCst);
    println!("{}", i.load(Ordering::SeqCst));
    let u = AtomicU8::new(250);
    u.fetch_add(10, Ordering::SeqCst);
    println!("{u:?}");
    G.lock().unwrap().extend([1, 2]);
    {
        let g = G.lock().unwrap();
        println!("{:?} {}", *g, G.try_lock().is_err());
    }
    println!("{:?}", O.get());
    println!("{} {:?}", O.get_or_init(|| "set".into()), O.set("again".into()));
    println!("before");
    println!("{} {}", *L, *L + 1);
    for _ in 0..3 {
        INIT.call_once(|| println!("once"));
    }
    println!("{}", INIT.is_completed());
    let a = Arc::new(RwLock::new(5));
    let c = Arc::clone(&a);
    {
        let r1 = a.read().unwrap();
        let r2 = c.read().unwrap();
        println!("{}", *r1 + *r2);
    }
    *c.write().unwrap() += 1;
    println!("{:?} {}", a, Arc::strong_count(&a));
    drop(c);
    println!("{:?}", Arc::try_unwrap(a).unwrap().into_inner().unwrap());
    unsafe {
        RAW += 1;
        println!("{}", *&raw const RAW);
    }
    T.set(T.get() + 5);
    V.with_borrow_mut(|v| v.push(T.get()));
    println!("{} {:?}", T.get(), V.take());
    let m = Mutex::new(1);
    *m.lock().unwrap() = 4;
    println!("{m:?}");
    println!("{}", m.into_inner().unwrap());
    let (tx, rx) = mpsc::channel();
    for i in 0..3 {
        tx.send(i).unwrap();
    }
    drop(tx);
    println!("{:?} {:?}", rx.iter().collect::<Vec<i32>>(), rx.try_recv());
    fence(Ordering::SeqCst);
    let w = Arc::downgrade(&Arc::new(1));
    println!("{:?}", w.upgrade());
}
