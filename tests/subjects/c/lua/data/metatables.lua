local V = {} V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
V.__add = function(a, b) return vec(a.x + b.x, a.y + b.y) end V.__mul = function(a, k) return vec(a.x * k, a.y * k) end
V.__eq = function(a, b) return a.x == b.x and a.y == b.y end V.__lt = function(a, b) return a.x < b.x end V.__le = function(a, b) return a.x <= b.x end
V.__tostring = function(a) return "(" .. a.x .. "," .. a.y .. ")" end V.__len = function(a) return 2 end V.__unm = function(a) return vec(-a.x, -a.y) end
V.__concat = function(a, b) return tostring(a) .. "~" .. tostring(b) end V.__call = function(self, k) return self.x + k end
V.__idiv = function() return "idiv" end V.__band = function() return "band" end V.__name = "Vec"
local a, b = vec(1, 2), vec(3, 4)
print(tostring(a + b), tostring(a * 3), a == vec(1, 2), a < b, a <= b, #a, tostring(-a), a .. b, a(10), a // b, a & b)
local log = {} local proxy = setmetatable({}, { __index = function(_, k) log[#log + 1] = "get " .. k return k .. "!" end, __newindex = function(t, k, v) log[#log + 1] = "set " .. k rawset(t, k, v) end })
print(proxy.foo) proxy.bar = 1 print(proxy.bar, table.concat(log, ";"))
local Base = {} Base.__index = Base function Base.new(n) return setmetatable({ n = n }, Base) end function Base:hi() return "base " .. self.n end
local Derived = setmetatable({}, { __index = Base }) Derived.__index = Derived
function Derived.new(n) return setmetatable(Base.new(n), Derived) end function Derived:hi() return "derived " .. Base.hi(self) end
print(Base.new(1):hi(), Derived.new(2):hi(), getmetatable("").__index == string)
local ro = setmetatable({}, { __newindex = function() error("read only", 2) end, __metatable = "locked" })
print(pcall(function() ro.x = 1 end)) print(getmetatable(ro), pcall(setmetatable, ro, {}))
for k, v in pairs(setmetatable({}, { __pairs = function() return function(_, k) if not k then return 1, "one" end end, nil, nil end })) do print(k, v) end
do local x <close> = setmetatable({}, { __close = function(_, e) print("close", e) end }) local y <const> = 5 print(y) end
collectgarbage() local gc = 0 for i = 1, 10 do setmetatable({}, { __gc = function() gc = gc + 1 end }) end collectgarbage() print(gc)
