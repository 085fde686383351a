// The header's SSE2 intrinsics, with counts in the instruction and in registers.
#include <emmintrin.h>
#include <stdio.h>
#include <string.h>

static unsigned long long state = 88172645463325252ull;
static unsigned long long next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void show(const char *name, __m128i v) {
    unsigned long long words[2];
    memcpy(words, &v, sizeof words);
    printf("%s %016llx %016llx\n", name, words[1], words[0]);
}

int main(void) {
    for (int i = 0; i < 6; i++) {
        __m128i a = _mm_set_epi64x((long long)next(), (long long)next());
        __m128i b = _mm_set_epi64x((long long)next(), (long long)next());
        show("slli", _mm_xor_si128(_mm_slli_epi16(a, 3), _mm_xor_si128(_mm_slli_epi32(a, 31), _mm_slli_epi64(a, 70))));
        show("srli", _mm_xor_si128(_mm_srli_epi16(a, 15), _mm_xor_si128(_mm_srli_epi32(a, 1), _mm_srli_epi64(a, 64))));
        show("srai", _mm_xor_si128(_mm_srai_epi16(a, 16), _mm_srai_epi32(a, i * 9)));
        __m128i n = _mm_cvtsi32_si128(i * 13);
        show("sll", _mm_xor_si128(_mm_sll_epi16(a, n), _mm_sll_epi64(a, n)));
        show("sra", _mm_xor_si128(_mm_sra_epi16(a, n), _mm_sra_epi32(a, n)));
        show("madd", _mm_madd_epi16(a, b));
        show("mulhi", _mm_mulhi_epi16(a, b));
        show("mulhu", _mm_mulhi_epu16(a, b));
        show("sad", _mm_sad_epu8(a, b));
        show("packs", _mm_packs_epi16(a, b));
        show("packd", _mm_packs_epi32(a, b));
        show("packu", _mm_packus_epi16(a, b));
        printf("%x\n", (unsigned)_mm_movemask_epi8(_mm_cmplt_epi8(a, b)));
        __m128d x = _mm_set_pd(i * 1.25 - 3, i - 2.5), y = _mm_set_pd(-0.5 * i, 0.5);
        show("min", _mm_castpd_si128(_mm_min_pd(x, y)));
        show("max", _mm_castpd_si128(_mm_max_sd(x, y)));
        show("cmp", _mm_castpd_si128(_mm_cmpge_pd(x, y)));
        show("cvt", _mm_cvtpd_epi32(x));
        printf("%d %d %d\n", _mm_cvtsd_si32(x), _mm_cvttsd_si32(x), _mm_comigt_sd(x, y));
        __m128 p = _mm_set_ps(1.5f * i, -2.5f, 0, 3e9f), q = _mm_set1_ps(1.f);
        show("minps", _mm_castps_si128(_mm_min_ps(p, q)));
        show("cvtps", _mm_cvtps_epi32(p));
        show("cvttps", _mm_cvttps_epi32(_mm_mul_ps(p, q)));
        printf("%x %d\n", (unsigned)_mm_movemask_ps(p), _mm_ucomilt_ss(q, p));
    }
}
