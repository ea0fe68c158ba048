import Glibc

extension String {
  /// Whether a text stands in it. Of one in ASCII the bytes are looked for: the standard library prepares each search as if it were
  /// repeated, which costs more than looking through a line.
  package func holds(_ part: String) -> Bool {
    guard part.utf8.allSatisfy({ $0 < 0x80 }) else { return contains(part) }
    var (whole, part) = (self, part)
    return whole.withUTF8 { whole in
      part.withUTF8 { part in UnsafeRawBufferPointer(whole).holds(UnsafeRawBufferPointer(part)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func holds(_ part: UnsafeRawBufferPointer) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while count - start >= part.count, let base = baseAddress, let wanted = part.baseAddress,
      let found = memchr(base + start, Int32(first), count - start - part.count + 1)
    {
      if memcmp(found, wanted, part.count) == 0 { return true }
      start = UnsafeRawPointer(found) - base + 1
    }
    return false
  }
}
