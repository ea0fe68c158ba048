#include "ccodings.h"
#include "ccurl.h"

// POSIX says that a symbol's address may be read as a function's; ISO C has no cast for it.
static int find(const char *name, void *function) {
  void *symbol = ccurl_find(name);
  *(void **)function = symbol;
  return symbol != NULL;
}

int ccodings_find_brotli(ccodings_brotli *found) {
  return find("BrotliDecoderCreateInstance", &found->create) && find("BrotliDecoderDecompressStream", &found->step) &&
         find("BrotliDecoderDestroyInstance", &found->destroy);
}

int ccodings_find_zstd(ccodings_zstd *found) {
  return find("ZSTD_createDStream", &found->create) && find("ZSTD_decompressStream", &found->step) &&
         find("ZSTD_isError", &found->is_error) && find("ZSTD_freeDStream", &found->destroy);
}
