// The data of ICU, with nothing in it, in place of what comes with Foundation: a header as in ICU's common data
// (unicode/udata.h, ucmndata.h), and a table of contents without entries.
#include <stdint.h>

struct CommonData {
  uint16_t headerSize;
  uint8_t magic1, magic2;
  struct {
    uint16_t size, reservedWord;
    uint8_t isBigEndian, charsetFamily, sizeofUChar, reservedByte;
    uint8_t dataFormat[4], formatVersion[4], dataVersion[4];
  } info;
  uint8_t padding[8];
  uint32_t count, reserved;
};

_Static_assert(sizeof(struct CommonData) == 40, "a header of 32 bytes, and the table of contents");

_Alignas(16) const struct CommonData ENTRY = {
    32, 0xda, 0x27, {20, 0, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, 0, 2, 0, {'T', 'o', 'C', 'P'}, {1}, {0}}, {0}, 0, 0,
};
