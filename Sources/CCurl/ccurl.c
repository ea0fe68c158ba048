#include "ccurl.h"
#include "czlib.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library = NULL;
static const char *trouble = NULL;

CURLcode (*ccurl_easy_setopt)(CURL *easy, CURLoption option, ...) = NULL;
CURLcode (*ccurl_easy_getinfo)(CURL *easy, CURLINFO info, ...) = NULL;
CURLMcode (*ccurl_multi_setopt)(CURLM *multi, CURLMoption option, ...) = NULL;

static void load(void);

// Each function is called through a pointer, which leads to the loading until that is done: a call costs no more than one of a library that
// was linked. Read and written as atomics, since any thread may come first.
#define CCURL_POINTER(result, name, parameters, arguments)                                                             \
  static result first_##name parameters;                                                                               \
  static result(*library_##name) parameters = first_##name;                                                            \
  static result without_##name parameters { return (result)0; }                                                        \
  result ccurl_##name parameters { return __atomic_load_n(&library_##name, __ATOMIC_ACQUIRE) arguments; }              \
  static result first_##name parameters {                                                                              \
    pthread_once(&once, load);                                                                                         \
    return ccurl_##name arguments;                                                                                     \
  }
CCURL_FUNCTIONS(CCURL_POINTER)

static void *find(const char *name) {
  void *symbol = library == NULL ? NULL : dlsym(library, name);
  if (symbol == NULL && trouble == NULL) trouble = "this libcurl is too old";
  return symbol;
}

static void load(void) {
  // Never unloaded: the libraries that it brings do not all stand that.
  library = dlopen("libcurl.so.4", RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    trouble = dlerror();
    if (trouble == NULL) trouble = "libcurl.so.4 cannot be loaded";
  }
  *(void **)&ccurl_easy_setopt = find("curl_easy_setopt");
  *(void **)&ccurl_easy_getinfo = find("curl_easy_getinfo");
  *(void **)&ccurl_multi_setopt = find("curl_multi_setopt");
  void *found;
#define CCURL_FIND(result, name, parameters, arguments)                                                                \
  found = find("curl_" #name);                                                                                         \
  __atomic_store_n((void **)&library_##name, found == NULL ? (void *)without_##name : found, __ATOMIC_RELEASE);
  CCURL_FUNCTIONS(CCURL_FIND)
}

const char *ccurl_trouble(void) {
  pthread_once(&once, load);
  return trouble;
}

void *ccurl_find(const char *name) {
  pthread_once(&once, load);
  return library == NULL ? NULL : dlsym(library, name);
}
