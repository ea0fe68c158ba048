#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>

#include <jv.h>

#include <jq.h>

// What glibc has and shows only to those who ask for all of GNU.
#define PARLEY_SPAWN_SETSIGDEF 0x04
#define PARLEY_SPAWN_SETSID 0x80
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

int memfd_create(const char *name, unsigned int flags);

// The kinds of limits have a type that Swift cannot name.
static inline int parley_limit_memory(rlim_t bytes) {
  struct rlimit limit = {bytes, bytes}, none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  return setrlimit(RLIMIT_AS, &limit);
}

static inline int parley_allow_no_files(void) {
  struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_NOFILE, &none);
}
