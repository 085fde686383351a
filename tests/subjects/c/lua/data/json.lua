local function encode(v, indent) local t = type(v)
  if t == "table" then local parts = {}
    if #v > 0 then for i, x in ipairs(v) do parts[i] = encode(x) end return "[" .. table.concat(parts, ",") .. "]" end
    local keys = {} for k in pairs(v) do keys[#keys + 1] = k end table.sort(keys)
    for i, k in ipairs(keys) do parts[i] = ("%q:%s"):format(k, encode(v[k])) end return "{" .. table.concat(parts, ",") .. "}"
  elseif t == "string" then return '"' .. v:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"' else return tostring(v) end end
local function decode(s) local pos = 1
  local function ws() pos = s:find("%S", pos) or #s + 1 end local value
  local function str() local out, i = {}, pos + 1 while true do local c = s:sub(i, i) if c == '"' then pos = i + 1 return table.concat(out) elseif c == "\\" then out[#out + 1] = s:sub(i + 1, i + 1) i = i + 2 elseif c == "" then error("unterminated string at " .. pos, 0) else out[#out + 1] = c i = i + 1 end end end
  function value() ws() local c = s:sub(pos, pos)
    if c == "{" then local o = {} pos = pos + 1 ws() if s:sub(pos, pos) == "}" then pos = pos + 1 return o end
      repeat ws() local k = str() ws() assert(s:sub(pos, pos) == ":", "colon expected") pos = pos + 1 o[k] = value() ws() local d = s:sub(pos, pos) pos = pos + 1 until d ~= "," return o
    elseif c == "[" then local o = {} pos = pos + 1 ws() if s:sub(pos, pos) == "]" then pos = pos + 1 return o end
      repeat o[#o + 1] = value() ws() local d = s:sub(pos, pos) pos = pos + 1 until d ~= "," return o
    elseif c == '"' then return str() end
    local n = s:match("^-?%d+%.?%d*[eE]?[+-]?%d*", pos) if n then pos = pos + #n return tonumber(n) end
    for w, v in pairs({ ["true"] = true, ["false"] = false }) do if s:sub(pos, pos + #w - 1) == w then pos = pos + #w return v end end
    error("unexpected '" .. c .. "' at " .. pos, 0) end
  return value() end
local text = '{"b": [1, 2.5, -3e2, true], "a": {"nested": "x\\"y"}, "c": "tab\there", "d": []}'
print(encode(decode(text))) print(pcall(decode, '{"a" 1}')) print(pcall(decode, '"open')) print(pcall(decode, "?"))
local deep = "" for i = 1, 50 do deep = deep .. "[" end print(encode((decode(deep .. "1" .. ("]"):rep(50)))))
