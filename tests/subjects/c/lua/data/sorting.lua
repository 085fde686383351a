local function show(t) print(table.concat(t, " ")) end
local t = { 5, 2, 8, 1, 9, 3 } table.sort(t) show(t) table.sort(t, function(a, b) return a > b end) show(t)
local words = { "pear", "Apple", "fig", "apple", "Banana" } table.sort(words) show(words)
table.sort(words, function(a, b) return a:lower() < b:lower() or (a:lower() == b:lower() and a < b) end) show(words)
local seed = 42 local function rnd(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed % n end
local big = {} for i = 1, 3000 do big[i] = rnd(100000) end table.sort(big)
local ok = true for i = 2, #big do ok = ok and big[i - 1] <= big[i] end print(ok, big[1], big[1500], big[3000])
print(pcall(table.sort, { 3, 1, "x" })) print(pcall(table.sort, { 1, 2, 3, 4, 5 }, function() return true end))
local function quick(a, lo, hi) if lo < hi then local p, i = a[hi], lo - 1 for j = lo, hi - 1 do if a[j] <= p then i = i + 1 a[i], a[j] = a[j], a[i] end end a[i + 1], a[hi] = a[hi], a[i + 1] quick(a, lo, i) quick(a, i + 2, hi) end end
local q = { 3, 6, 1, 8, 2, 9, 2 } quick(q, 1, #q) show(q)
local people = { { n = "x", a = 3 }, { n = "y", a = 1 }, { n = "z", a = 2 } }
table.sort(people, function(a, b) return a.a < b.a end) for _, p in ipairs(people) do io.write(p.n, p.a, " ") end print()
