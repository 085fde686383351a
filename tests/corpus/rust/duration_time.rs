use std::time::Duration;
fn main() {
    let d = Duration::new(5, 1_500_000_000);
    println!("{d:?} {} {} {}", d.as_secs(), d.subsec_millis(), d.as_secs_f64());
    for d in [
        Duration::ZERO,
        Duration::from_nanos(1),
        Duration::from_micros(1500),
        Duration::from_millis(2),
        Duration::from_secs(3661),
        Duration::from_millis(1001),
        Duration::MAX,
        Duration::from_secs_f64(2.7),
    ] {
        println!("{d:?} {d:.1?} {d:>12?} {}", d.as_nanos());
    }
    let a = Duration::from_secs(10);
    println!("{:?} {:?} {:?}", a * 3, a / 4, a + d - Duration::from_millis(500));
    println!("{:?} {:?} {:?}", a.checked_sub(Duration::MAX), Duration::MAX.checked_add(a), a.saturating_sub(d * 9));
    println!("{:?} {}", a.mul_f64(1.25), a > d);
    println!("{:?}", Duration::try_from_secs_f64(-1.0).map_err(|e| e.to_string()));
    println!("{:?}", [a, d].iter().sum::<Duration>());
    println!("{:?}", std::time::UNIX_EPOCH + a == std::time::UNIX_EPOCH + Duration::from_millis(10000));
    println!("{:?}", a.div_duration_f64(Duration::from_secs(4)));
}
