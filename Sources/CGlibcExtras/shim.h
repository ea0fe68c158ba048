// What the C library has beyond what Swift's module of it shows.
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

char *strptime(const char *text, const char *format, struct tm *parts);
int memfd_create(const char *name, unsigned int flags);

/// Whoever loses its parent among this program's descendants becomes its child.
static inline int adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);

/// A descriptor that is readable once the process has ended; -1 where the kernel knows none, or there is no such process.
static inline int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }
