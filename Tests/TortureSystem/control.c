#include "torture_system.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct torture_control nothing;
static struct torture_control *control = &nothing;

/// By system calls, because open(2) is one of those that stand in front.
__attribute__((constructor)) static void find_control(void) {
  const char *path = getenv("TORTURE_CONTROL");
  if (!path) return;
  int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  void *memory = mmap(NULL, sizeof nothing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  syscall(SYS_close, file);
  if (memory != MAP_FAILED) control = memory;
}

struct torture_control *torture_control(void) { return control; }
