#ifndef CCODINGS_H
#define CCODINGS_H
// Brotli and Zstandard as libcurl has them. A libcurl that can decompress them is linked with their libraries, so that these come with it:
// neither their headers nor their libraries are needed to build. Where libcurl has none, neither have we.
#include <stddef.h>
#include <stdint.h>

typedef struct ccodings_brotli_state ccodings_brotli_state;

// The results of BrotliDecoderDecompressStream (brotli/decode.h), which are part of its ABI.
enum { ccodings_brotli_error = 0, ccodings_brotli_done = 1, ccodings_brotli_input = 2, ccodings_brotli_output = 3 };

typedef struct {
  ccodings_brotli_state *(*create)(void *allocate, void *release, void *context);
  int (*step)(
    ccodings_brotli_state *state, size_t *input_count, const uint8_t **input, size_t *output_count, uint8_t **output,
    size_t *total);
  void (*destroy)(ccodings_brotli_state *state);
} ccodings_brotli;

typedef struct ccodings_zstd_state ccodings_zstd_state;

// ZSTD_inBuffer and ZSTD_outBuffer (zstd.h).
typedef struct {
  const void *bytes;
  size_t count;
  size_t position;
} ccodings_zstd_input;

typedef struct {
  void *bytes;
  size_t count;
  size_t position;
} ccodings_zstd_output;

typedef struct {
  ccodings_zstd_state *(*create)(void);
  size_t (*step)(ccodings_zstd_state *state, ccodings_zstd_output *output, ccodings_zstd_input *input);
  unsigned (*is_error)(size_t result);
  size_t (*destroy)(ccodings_zstd_state *state);
} ccodings_zstd;

// Zero where the library is not there.
int ccodings_find_brotli(ccodings_brotli *found);
int ccodings_find_zstd(ccodings_zstd *found);
#endif
