local function counter(start) local n = start or 0 return function(step) n = n + (step or 1) return n end end
local a, b = counter(), counter(10)
print(a(), a(), b(5), a(), b())
local fs = {} for i = 1, 4 do fs[i] = function() i = i + 1 return i end end
print(fs[1](), fs[1](), fs[2](), fs[4]())
local function compose(f, g) return function(...) return f(g(...)) end end
print(compose(function(x) return x * 2 end, function(x, y) return x + y end)(3, 4))
local function vararg(...) local a, b = ... return select("#", ...), a, b, ... end
print(vararg()) print(vararg(1, nil, 3)) print((vararg(1, 2)))
local function fact(n) if n <= 1 then return 1 end return n * fact(n - 1) end print(fact(20), fact(25.0))
local memo = setmetatable({}, { __mode = "k" })
local function fib(n) if n < 2 then return n end local v = memo[n] if not v then v = fib(n - 1) + fib(n - 2) memo[n] = v end return v end
print(fib(80))
local function tail(n, acc) if n == 0 then return acc end return tail(n - 1, acc + n) end print(tail(100000, 0))
local s = 0 for _, f in ipairs({ math.max, math.min }) do s = s + f(3, 7) end print(s)
