use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
#[derive(Debug)]
struct N {
    v: i32,
    kids: RefCell<Vec<Rc<N>>>,
    up: RefCell<Weak<N>>,
}
impl Drop for N {
    fn drop(&mut self) {
        println!("drop {}", self.v);
    }
}
fn n(v: i32) -> Rc<N> { Rc::new(N { v, kids: RefCell::default(), up: RefCell::default() }) }
fn main() {
    let root = n(1);
    {
        let k = n(2);
        *k.up.borrow_mut() = Rc::downgrade(&root);
        root.kids.borrow_mut().push(Rc::clone(&k));
        root.kids.borrow_mut().push(n(3));
        println!(
            "{} {} {}",
            Rc::strong_count(&k),
            Rc::weak_count(&root),
            k.up.borrow().upgrade().map(|p| p.v).unwrap()
        );
    }
    let w = Rc::downgrade(&root.kids.borrow()[0]);
    println!("{:?}", w.upgrade().map(|x| x.v));
    root.kids.borrow_mut().clear();
    println!("{:?} {}", w.upgrade().is_none(), w.strong_count());
    let c = Cell::new(5);
    c.set(c.get() + 1);
    println!("{} {} {:?}", c.replace(9), c.take(), c);
    let r = RefCell::new(vec![1]);
    {
        let a = r.borrow();
        let b = r.borrow();
        println!("{} {:?}", a.len() + b.len(), r.try_borrow_mut().is_err());
    }
    r.borrow_mut().push(2);
    println!("{r:?} {:?}", r.try_borrow_mut().is_ok());
    let g = r.borrow_mut();
    println!("{r:?}");
    drop(g);
    let mut rc = Rc::new(String::from("a"));
    Rc::make_mut(&mut rc).push('b');
    let r2 = rc.clone();
    Rc::make_mut(&mut rc).push('c');
    println!("{rc} {r2} {}", Rc::ptr_eq(&rc, &r2));
    println!("{:?}", Rc::try_unwrap(r2));
    println!("{:?}", Rc::get_mut(&mut rc).map(|s| s.len()));
    let s: Rc<str> = "shared".into();
    let v: Rc<[i32]> = vec![1, 2].into();
    println!("{s} {v:?} {}", std::mem::size_of_val(&s));
    let o = OnceCell::new();
    println!("{} {:?} {:?}", o.get_or_init(|| 4), o.set(5), o.get());
    let cyc = Rc::new_cyclic(|me: &Weak<RefCell<Option<Weak<()>>>>| {
        println!("{}", me.upgrade().is_none());
        RefCell::new(None)
    });
    println!("{:?}", cyc.borrow().is_none());
    let fd: Rc<dyn Fn(i32) -> i32> = Rc::new(|x| x + 1);
    println!("{}", fd.clone()(4));
    println!("end");
}
