// What the C library has beyond what Swift's module of it shows.
#include <pthread.h>
#include <time.h>

char *strptime(const char *text, const char *format, struct tm *parts);
int memfd_create(const char *name, unsigned int flags);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
