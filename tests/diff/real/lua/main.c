/* Runs standard input as Lua, and tells what came of it. */
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>

int main(void) {
    char text[64];
    size_t size = fread(text, 1, sizeof text, stdin);
    lua_State *L = luaL_newstate();
    if (L == NULL) return 2;
    luaL_openlibs(L);
    int status = luaL_loadbufferx(L, text, size, "=stdin", "t");
    if (status == LUA_OK) status = lua_pcall(L, 0, 1, 0);
    const char *result = luaL_tolstring(L, -1, NULL);
    printf("%d %s\n", status, result);
    lua_close(L);
    return status != LUA_OK;
}
