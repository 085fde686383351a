h1.bc: h.rs

h1: h.rs

h.rs:
# env-dep:X=1
