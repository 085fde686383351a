/* Users and groups: there is root, and nobody else. /etc/passwd is not read. */
#define _GNU_SOURCE
#include "streams.h"
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct passwd root_user = {"root", "x", 0, 0, "root", "/root", "/bin/bash"};
static char *no_members[] = {NULL};
static struct group root_group = {"root", "x", 0, no_members};
static int users_listed, groups_listed;

struct passwd *getpwuid(uid_t id) { return id == 0 ? &root_user : NULL; }
struct passwd *getpwnam(const char *name) { return strcmp(name, "root") == 0 ? &root_user : NULL; }
struct group *getgrgid(gid_t id) { return id == 0 ? &root_group : NULL; }
struct group *getgrnam(const char *name) { return strcmp(name, "root") == 0 ? &root_group : NULL; }

static int copy_user(const struct passwd *found, struct passwd *to, char *buffer, size_t size,
                     struct passwd **result) {
    *result = NULL;
    if (!found) return 0;
    if (size < 16) return ERANGE;
    (void)buffer; /* the texts are constants that outlive every caller */
    *to = *found;
    *result = to;
    return 0;
}
int getpwuid_r(uid_t id, struct passwd *restrict to, char *restrict buffer, size_t size,
               struct passwd **restrict result) {
    return copy_user(getpwuid(id), to, buffer, size, result);
}
int getpwnam_r(const char *restrict name, struct passwd *restrict to, char *restrict buffer, size_t size,
               struct passwd **restrict result) {
    return copy_user(getpwnam(name), to, buffer, size, result);
}
int getgrgid_r(gid_t id, struct group *restrict to, char *restrict buffer, size_t size,
               struct group **restrict result) {
    (void)buffer, (void)size;
    *result = NULL;
    if (id == 0) *to = root_group, *result = to;
    return 0;
}
int getgrnam_r(const char *restrict name, struct group *restrict to, char *restrict buffer, size_t size,
               struct group **restrict result) {
    return getgrgid_r(strcmp(name, "root") == 0 ? 0 : 1, to, buffer, size, result);
}
void setpwent(void) { users_listed = 0; }
void endpwent(void) { users_listed = 0; }
struct passwd *getpwent(void) { return users_listed++ ? NULL : &root_user; }
void setgrent(void) { groups_listed = 0; }
void endgrent(void) { groups_listed = 0; }
struct group *getgrent(void) { return groups_listed++ ? NULL : &root_group; }
int getgrouplist(const char *user, gid_t group, gid_t *groups, int *count) {
    (void)user;
    int room = *count;
    *count = 1;
    if (room < 1) return -1;
    groups[0] = group;
    return 1;
}
int initgroups(const char *user, gid_t group) { return (void)user, (void)group, 0; }

char *getlogin(void) {
    errno = ENXIO; /* no terminal to be logged in at */
    return NULL;
}
int getlogin_r(char *name, size_t size) { return (void)name, (void)size, ENXIO; }
