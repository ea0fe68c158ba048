// What is in memory, and who may read it there.

#include "cterminal.h"

#include <sys/prctl.h>

void ct_forbid_memory_dumps(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
