import Glibc

extension UnsafeRawBufferPointer {
  /// The first place from `start` on where a byte stands, before `end` if that is given; nil where there is none.
  func place(of byte: UInt8, from start: Int, before end: Int? = nil) -> Int? {
    let end = end ?? count
    guard let base = baseAddress, start < end, let hit = memchr(base + start, Int32(byte), end - start) else {
      return nil
    }
    return UnsafeRawPointer(hit) - base
  }
}
