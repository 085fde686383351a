local t = { 10, 20, 30, nil, 50, x = 1, ["y z"] = 2 }
print(t[1], t[5], t.x, t["y z"], select("#", table.unpack(t, 1, 5)))
local list = {}
for i = 1, 20 do list[#list + 1] = (i * 37) % 23 end
print(table.concat(list, ","))
table.insert(list, 1, 99) table.insert(list, 5, 77) print(table.remove(list), table.remove(list, 1), #list)
print(table.concat(list, " ", 2, 6))
local keys = {}
for k in pairs(t) do keys[#keys + 1] = tostring(k) end
table.sort(keys) print(table.concat(keys, " "))
print(table.unpack({ 1, 2, 3 }, 2)) print(select(-1, "a", "b")) print(next({}), rawlen({ 1, 2 }), rawequal(t, t))
local moved = table.move({ 1, 2, 3, 4 }, 2, 4, 1) print(table.concat(moved, ","))
local packed = table.pack(nil, 2, nil) print(packed.n, packed[2])
local matrix = {}
for i = 1, 3 do matrix[i] = {} for j = 1, 3 do matrix[i][j] = i * j end end
for i = 1, 3 do print(table.concat(matrix[i], "\t")) end
local big = {} for i = 1, 5000 do big["k" .. i] = i end
local sum = 0 for _, v in pairs(big) do sum = sum + v end print(sum)
for i = 1, 5000, 2 do big["k" .. i] = nil end
local count = 0 for _ in pairs(big) do count = count + 1 end print(count)
