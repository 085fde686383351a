local function gen(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end return "done" end) end
local g = gen(3) print(g()) print(g()) print(g()) print(g()) print(pcall(g))
local co = coroutine.create(function(a, b)
  print("start", a, b) local c = coroutine.yield(a + b) print("got", c)
  local d, e = coroutine.yield(c * 2) print("got", d, e) error({ code = 7 })
end)
print(coroutine.resume(co, 1, 2)) print(coroutine.status(co)) print(coroutine.resume(co, 10))
local ok, err = coroutine.resume(co, "x", "y") print(ok, type(err), err.code, coroutine.status(co))
print(coroutine.resume(co)) print(coroutine.isyieldable(), coroutine.running() ~= nil)
local function perms(a, n) n = n or #a if n <= 1 then coroutine.yield(a) else for i = 1, n do a[n], a[i] = a[i], a[n] perms(a, n - 1) a[n], a[i] = a[i], a[n] end end end
for p in coroutine.wrap(function() perms({ "a", "b", "c" }) end) do io.write(table.concat(p), " ") end print()
local function producer() for i = 1, 3 do coroutine.yield("item" .. i) end end
local p = coroutine.create(producer)
while true do local _, v = coroutine.resume(p) if not v then break end io.write(v, ",") end print()
local closed = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() print("closed") end }) coroutine.yield() end)
coroutine.resume(closed) print(coroutine.close(closed), coroutine.status(closed))
local many = {} for i = 1, 100 do many[i] = coroutine.wrap(function() local s = 0 while true do s = s + coroutine.yield(s) end end) many[i]() end
local total = 0 for r = 1, 10 do for i = 1, 100 do total = total + many[i](i) end end print(total)
