import Glibc

extension [UInt8] {
  /// Whether the other bytes stand in these, one behind the other.
  public func holds(_ other: [UInt8]) -> Bool {
    guard let first = other.first else { return true }
    return withUnsafeBytes { bytes in
      var start = 0
      while start + other.count <= bytes.count, let base = bytes.baseAddress {
        guard let hit = memchr(base + start, Int32(first), bytes.count - start) else { return false }
        start = hit - UnsafeMutableRawPointer(mutating: base)
        guard start + other.count <= bytes.count else { return false }
        if memcmp(hit, other, other.count) == 0 { return true }
        start += 1
      }
      return false
    }
  }
}
