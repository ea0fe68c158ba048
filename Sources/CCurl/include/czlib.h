#ifndef CZLIB_H
#define CZLIB_H
// zlib's beginnings are macros, which Swift does not import. It sits beside libcurl, which brings it along.
#include <zlib.h>

// 15 bits of window, and 16 for gzip's header and trailer instead of zlib's own (RFC 1952).
static inline int czlib_begin_gzip(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int czlib_begin_gunzip(z_stream *stream) {
  return inflateInit2(stream, 15 + 16);
}

// The window's bits say which wrapping: 15 for zlib's, -15 for none, 31 for gzip's.
static inline int czlib_begin_inflate(z_stream *stream, int bits) {
  return inflateInit2(stream, bits);
}
#endif
