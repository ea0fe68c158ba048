#define _GNU_SOURCE 1

#include "faults.h"
#include "torture_system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_DESCRIPTORS 65536

static volatile bool watched[MOST_DESCRIPTORS];

bool is_below_root(const char *path) {
  const char *root = getenv("TORTURE_ROOT");
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

bool is_watched(int descriptor) {
  return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && watched[descriptor];
}

void watch(int descriptor, const char *path) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) watched[descriptor] = is_below_root(path);
}

void forget(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) watched[descriptor] = false;
}

static bool fail(int error) {
  errno = error;
  return true;
}

static void dawdle(void) {
  struct torture_control *control = torture_control();
  if (control->fault == TORTURE_SLOW) usleep((useconds_t)control->delay);
}

/// What was there before of so much.
static int64_t take(int64_t amount) { return __atomic_fetch_sub(&torture_control()->allowance, amount, __ATOMIC_SEQ_CST); }

bool refuses_change(void) { return torture_control()->fault == TORTURE_READ_ONLY && fail(EROFS); }

bool refuses_entry(void) {
  if (refuses_change()) return true;
  return torture_control()->fault == TORTURE_FULL && torture_control()->allowance <= 0 && fail(ENOSPC);
}

bool refuses_sync(void) {
  dawdle();
  return torture_control()->fault == TORTURE_SYNC && take(1) <= 0 && fail(EIO);
}

ssize_t room_for(size_t bytes) {
  dawdle();
  if (refuses_change()) return -1;
  if (torture_control()->fault != TORTURE_FULL) return (ssize_t)bytes;
  int64_t room = take((int64_t)bytes);
  if (room >= (int64_t)bytes) return (ssize_t)bytes;
  if (room > 0) return (ssize_t)room;
  errno = ENOSPC;
  return -1;
}
