// What the C library has beyond what Swift's module of it shows.
#include <pthread.h>
#include <sys/prctl.h>
#include <time.h>

char *strptime(const char *text, const char *format, struct tm *parts);
int memfd_create(const char *name, unsigned int flags);

/// Whoever loses its parent among this program's descendants becomes its child.
static inline int adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
