// Vendor intrinsics of the x86-64 baseline, and a processor that has at least those.
use std::arch::x86_64::*;

fn bytes(seed: u64) -> __m128i {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut words = [0u64; 2];
    for word in &mut words {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        *word = x;
    }
    unsafe { std::mem::transmute(words) }
}

fn show(name: &str, v: __m128i) {
    let words: [u64; 2] = unsafe { std::mem::transmute(v) };
    println!("{name} {:016x} {:016x}", words[1], words[0]);
}

fn integers(a: __m128i, b: __m128i) {
    unsafe {
        show("sad", _mm_sad_epu8(a, b));
        show("madd", _mm_madd_epi16(a, b));
        show("mulhi", _mm_mulhi_epi16(a, b));
        show("mulhiu", _mm_mulhi_epu16(a, b));
        show("muludq", _mm_mul_epu32(a, b));
        show("packs16", _mm_packs_epi16(a, b));
        show("packs32", _mm_packs_epi32(a, b));
        show("packus", _mm_packus_epi16(a, b));
        show("avg", _mm_avg_epu8(a, b));
        show("adds", _mm_adds_epi16(a, b));
        show("subs", _mm_subs_epu8(a, b));
        show("maxmin", _mm_max_epu8(_mm_min_epi16(a, b), b));
        show("shuffle", _mm_shuffle_epi32::<0b00_01_10_11>(a));
        show("unpack", _mm_unpacklo_epi8(a, b));
        show("bytes", _mm_or_si128(_mm_slli_si128::<5>(a), _mm_srli_si128::<3>(b)));
        println!("mask {:04x} {:04x}", _mm_movemask_epi8(a), _mm_movemask_epi8(_mm_cmpgt_epi8(a, b)));
    }
}

fn shifts(a: __m128i) {
    for count in [0, 1, 7, 15, 16, 31, 32, 63, 64, 1000] {
        unsafe {
            let n = _mm_cvtsi64_si128(count);
            show("sll", _mm_xor_si128(_mm_sll_epi16(a, n), _mm_xor_si128(_mm_sll_epi32(a, n), _mm_sll_epi64(a, n))));
            show("srl", _mm_xor_si128(_mm_srl_epi16(a, n), _mm_xor_si128(_mm_srl_epi32(a, n), _mm_srl_epi64(a, n))));
            show("sra", _mm_xor_si128(_mm_sra_epi16(a, n), _mm_sra_epi32(a, n)));
        }
    }
    unsafe {
        show("slli", _mm_slli_epi32::<9>(a));
        show("srai", _mm_srai_epi16::<20>(a));
        show("srli", _mm_srli_epi64::<33>(a));
    }
}

fn doubles(x: [f64; 2], y: [f64; 2]) {
    unsafe {
        let (a, b) = (_mm_set_pd(x[1], x[0]), _mm_set_pd(y[1], y[0]));
        let all: [__m128d; 10] = [
            _mm_min_pd(a, b),
            _mm_max_pd(a, b),
            _mm_min_sd(a, b),
            _mm_max_sd(a, b),
            _mm_cmplt_pd(a, b),
            _mm_cmpunord_pd(a, b),
            _mm_cmpneq_sd(a, b),
            _mm_cmpnlt_pd(a, b),
            _mm_sqrt_pd(a),
            _mm_div_sd(a, b),
        ];
        // The sign of a NaN that an operation makes is the processor's own business.
        for v in all {
            let v: [u64; 2] = std::mem::transmute(v);
            println!("pd {:x} {:x}", v[0] & !(1 << 63), v[1] & !(1 << 63));
        }
        println!("{} {} {}", _mm_comilt_sd(a, b), _mm_comieq_sd(a, b), _mm_ucomineq_sd(a, b));
        println!("{} {}", _mm_cvtsd_si32(a), _mm_cvttsd_si64(b));
        show("dq", _mm_cvtpd_epi32(a));
        show("tdq", _mm_cvttpd_epi32(b));
        println!("{:x} {}", _mm_movemask_pd(a), _mm_cvtsd_f64(_mm_add_sd(a, b)).is_nan());
    }
}

fn singles(x: [f32; 4], y: [f32; 4]) {
    unsafe {
        let (a, b) = (_mm_loadu_ps(x.as_ptr()), _mm_loadu_ps(y.as_ptr()));
        show("minps", _mm_castps_si128(_mm_min_ps(a, b)));
        show("maxss", _mm_castps_si128(_mm_max_ss(a, b)));
        show("cmple", _mm_castps_si128(_mm_cmple_ps(a, b)));
        show("cmpord", _mm_castps_si128(_mm_cmpord_ss(a, b)));
        show("ps2dq", _mm_cvtps_epi32(a));
        show("tps2dq", _mm_cvttps_epi32(b));
        println!("{} {} {:x}", _mm_comige_ss(a, b), _mm_cvtss_si32(b), _mm_movemask_ps(a));
    }
}

fn carries() {
    let (mut low, mut high) = (0u64, 0u64);
    for (carry, a, b) in [(0, u64::MAX, 1), (1, u64::MAX, 0), (1, 5, 6), (9, u64::MAX, u64::MAX)] {
        let mut out = 0;
        let c = unsafe { _addcarry_u64(carry, a, b, &mut out) };
        let d = unsafe { _subborrow_u64(carry, b, a, &mut low) };
        let e = unsafe { _addcarry_u32(carry, a as u32, b as u32, &mut (high as u32)) };
        high = high.wrapping_add(u64::from(e)) ^ low;
        println!("carry {c} {out:x} {d} {low:x} {e} {high:x}");
    }
}

fn main() {
    println!("{} {}", is_x86_feature_detected!("sse2"), is_x86_feature_detected!("fxsr"));
    for seed in 1..6 {
        integers(bytes(seed), bytes(seed + 100));
        shifts(bytes(seed + 7));
    }
    integers(unsafe { _mm_set1_epi16(i16::MIN) }, unsafe { _mm_set1_epi16(i16::MIN) });
    doubles([1.5, -0.0], [2.5, 0.0]);
    doubles([f64::NAN, 3.0], [1.0, f64::NAN]);
    doubles([-2.5, 1e300], [-1e300, 3.5]);
    singles([1.0, -2.5, 3.5, f32::NAN], [0.5, 1e10, -3.5, 2.0]);
    carries();
}
