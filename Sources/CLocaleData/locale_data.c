// Foundation, which GRDB imports, brings ICU's data along, 34 MB of it: names, calendars and languages that neither of the two asks
// for. In an optimized program these are here in its place, with nothing in them: what ICU calls stub data (a header as in
// unicode/udata.h, and a table of contents without entries). With another version of ICU than that of Swift 6.3 it changes nothing.
#include "locale_data.h"
#include <stdint.h>

#ifndef DEBUG
const struct {
  uint16_t headerSize;
  uint8_t magic1, magic2;
  struct {
    uint16_t size, reservedWord;
    uint8_t isBigEndian, charsetFamily, sizeofUChar, reservedByte;
    uint8_t dataFormat[4], formatVersion[4], dataVersion[4];
  } info;
  uint8_t padding[8];
  uint32_t count, reserved;
} icudt76_dat __attribute__((aligned(16))) = {
    32, 0xda, 0x27, {20, 0, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1}, {0}}, {0}, 0, 0,
};
#endif
