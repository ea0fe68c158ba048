// What is in memory, and who may read it there.

#include "cterminal.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>

// Swift's runtime handles them where its backtracer is installed, and prints registers and the memory they point to.
static const int crashes[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

void ct_forbid_memory_dumps(void) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) signal(crashes[i], SIG_DFL);
}
