/* Runs a Lua script with arguments: lua SCRIPT [ARG...]; `-` is standard input. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

static int with_traceback(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    lua_newtable(L);
    for (int i = 1; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - 1);
    }
    lua_setglobal(L, "arg");
    lua_pushcfunction(L, with_traceback);
    int status = luaL_loadfile(L, strcmp(argv[1], "-") ? argv[1] : NULL);
    if (status == LUA_OK)
        status = lua_pcall(L, 0, 0, 1);
    if (status != LUA_OK)
        fprintf(stderr, "lua: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return status == LUA_OK ? 0 : 1;
}
