fn main() {
    for x in [0.5f64, -0.5, 1.5, 2.5, -2.5, 3.7, 1e10, 100.25] {
        println!(
            "{} {} {} {} {:?} {} {}",
            x.floor(),
            x.ceil(),
            x.round(),
            x.trunc(),
            x.fract(),
            x.round_ties_even(),
            x.signum()
        );
        println!("  {:?} {:?} {:?} {:?} {:?}", x.sqrt(), x.sin(), x.cos(), x.exp(), x.abs().ln());
        println!("  {:?} {:?} {:?} {:?}", x.powi(3), x.abs().powf(0.3), x.atan2(2.0), x.tanh());
        println!("  {} {} {}", x.rem_euclid(2.0), x % 0.7, x.mul_add(2.0, 1.0));
    }
    let n = f64::NAN;
    println!("{} {} {} {}", n == n, n.is_nan(), n.max(1.0), 1f64.min(n));
    println!("{:?} {:?}", n.partial_cmp(&1.0), (-0.0f64).total_cmp(&0.0));
    println!("{:?} {} {}", 1.0f64.clamp(2.0, 3.0), (-0.0f64).is_sign_negative(), f64::EPSILON);
    println!("{:?} {:?}", 0.1f32 + 0.2f32, 0.1f64 + 0.2);
    println!("{:?}", (1e308f64 * 10.0).classify());
    println!("{} {}", f64::hypot(3.0, 4.0), 8f64.cbrt());
    println!("{:?} {:?}", 2f32.powf(0.5), 10f32.log10());
    println!("{} {}", 180f64.to_radians(), 1.0f64.to_degrees());
    let mut v = vec![3.0, -1.0, f64::INFINITY, 0.0, -0.0];
    v.sort_by(f64::total_cmp);
    println!("{v:?}");
    println!("{:?}", [0.1; 10].iter().sum::<f64>());
    println!("{:?} {:?}", f32::MAX * 2.0, 1.0f64.next_up());
}
