#include "cpostgres.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define CPQ_POINTER(result, name, parameters, arguments) static result(*library_##name) parameters;
CPQ_FUNCTIONS(CPQ_POINTER)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *trouble = NULL;

static void load(void) {
  // Never unloaded: libssl, which it brings, does not stand that.
  void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    trouble = dlerror();
    if (trouble == NULL) trouble = "libpq.so.5 cannot be loaded";
    return;
  }
#define CPQ_FIND(result, name, parameters, arguments)                                                                \
  *(void **)&library_##name = dlsym(library, "PQ" #name);                                                            \
  if (library_##name == NULL) trouble = "libpq.so.5 has no function PQ" #name;
  CPQ_FUNCTIONS(CPQ_FIND)
}

const char *cpq_load(void) {
  pthread_once(&once, load);
  return trouble;
}

#define CPQ_DEFINE(result, name, parameters, arguments)                                                              \
  result cpq_##name parameters { return library_##name arguments; }
CPQ_FUNCTIONS(CPQ_DEFINE)

static void ignore(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}

void cpq_ignoreNotices(PGconn *connection) { cpq_setNoticeReceiver(connection, ignore, NULL); }
