/* Runs the Lua script on standard input, with a limit on what it may compute. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

static void too_long(lua_State *L, lua_Debug *about) {
    (void)about;
    luaL_error(L, "too many instructions");
}

int main(void) {
    lua_State *L = luaL_newstate();
    if (!L)
        return 2;
    luaL_requiref(L, "_G", luaopen_base, 1);
    luaL_requiref(L, "string", luaopen_string, 1);
    luaL_requiref(L, "math", luaopen_math, 1);
    lua_settop(L, 0);
    lua_sethook(L, too_long, LUA_MASKCOUNT, 1000);
    int status = luaL_loadfile(L, NULL);
    if (status == LUA_OK)
        status = lua_pcall(L, 0, 1, 0);
    size_t length;
    const char *result = luaL_tolstring(L, -1, &length);
    fwrite(result, 1, length, stdout);
    putchar('\n');
    lua_close(L);
    return status;
}
