local f = assert(io.open("out.txt", "w")) f:write("line 1\n", 2, " ", 3.5, "\n", "no newline") f:close()
for l in io.lines("out.txt") do print("[" .. l .. "]") end
f = io.open("out.txt") print(f:read("l")) print(f:read("n", "n")) print(f:read("L")) print(f:read("a")) print(f:read("l"), f:read(0)) f:close()
f = io.open("out.txt", "r+") print(f:seek("end"), f:seek("set", 5), f:read(3)) f:seek("set", 0) f:write("LINE") f:seek("set") print(f:read("l")) f:close()
print(io.open("missing.txt")) print(pcall(io.lines, "missing.txt")) print(io.type(f), io.type(io.stdout), io.type(1))
f = io.open("app.txt", "a") f:write("one\n") f:close() f = io.open("app.txt", "a") f:write("two\n") f:close() for l in io.lines("app.txt", "L") do io.write(l) end
io.stderr:write("to stderr\n") io.write("stdin: ", tostring(io.read("n")), " ", tostring(io.read("l")), "\n") print(io.read("a"))
print(os.rename("app.txt", "app2.txt"), os.remove("app2.txt"), os.remove("app2.txt")) print(os.getenv("HOME"), type(os.time()), os.date("!%Y-%m-%d", 0))
print(os.time({ year = 2001, month = 9, day = 9, hour = 1, min = 46, sec = 40 }) ~= nil, type(os.clock())) f = io.tmpfile() f:write("tmp") f:seek("set") print(f:read("a")) f:close()
os.exit(3, true)
