import Glibc

/// Makes UTF-8 of a charset, by the system's iconv. Belongs to one thread at a time.
final class TextConverter {
  private let descriptor: iconv_t
  private let charset: Charset

  /// - Returns: nil where iconv does not know the charset.
  init?(_ charset: Charset) {
    guard let descriptor = iconv_open("UTF-8", charset.converter), Int(bitPattern: descriptor) != -1 else { return nil }
    (self.descriptor, self.charset) = (descriptor, charset)
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Converts from the beginning of a text, or from a place where it can be taken up.
  /// - Parameters:
  ///   - bytes: may end within a character, unless they are `last`.
  ///   - isLast: whether nothing follows; then half a character becomes U+FFFD.
  /// - Returns: the text, and how many of the bytes it is of.
  func text(of bytes: [UInt8], isLast: Bool) -> (text: [UInt8], taken: Int) {
    _ = iconv(descriptor, nil, nil, nil, nil)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 2)
    var place = 0
    reading: while place < bytes.count {
      let (taken, problem) = step(bytes[place...], into: &text)
      place += taken
      switch problem {
      case 0, E2BIG: continue
      case EINVAL where !isLast: break reading
      case EINVAL:
        text += held() + Self.replacement
        place = bytes.count
      default:
        text += held() + substitute(for: bytes[place])
        place = min(bytes.count, place + charset.unit)
      }
    }
    let held = held()
    if let count = isLast ? nil : count(of: held, before: bytes[..<place]) { return (text, place - count) }
    return (text + held, place)
  }

  /// The character that was held back: in some charsets an accent that follows becomes part of it.
  private func held() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.mostHeld) { output, count in
      var room = output.count
      output.withMemoryRebound(to: CChar.self) { output in
        var to = output.baseAddress
        _ = iconv(descriptor, nil, nil, &to, &room)
      }
      count = output.count - room
    }
  }

  /// The number of the last bytes that make a character that is held back; nil where it is not known.
  private func count(of held: [UInt8], before bytes: ArraySlice<UInt8>) -> Int? {
    if held.isEmpty { return 0 }
    return (1...4).prefix { $0 <= bytes.count }.first { count in
      var text: [UInt8] = []
      let (taken, problem) = step(bytes.suffix(count), into: &text)
      return self.held() == held && text.isEmpty && taken == count && problem == 0
    }
  }

  private func step(_ bytes: ArraySlice<UInt8>, into text: inout [UInt8]) -> (taken: Int, problem: Int32) {
    var (left, room) = (bytes.count, 0)
    var problem: Int32 = 0
    let made = [UInt8](unsafeUninitializedCapacity: Self.room) { output, count in
      room = output.count
      bytes.withUnsafeBytes { input in
        // iconv reads through this pointer and never writes.
        var from = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: CChar.self).baseAddress)
        output.withMemoryRebound(to: CChar.self) { output in
          var to = output.baseAddress
          if iconv(descriptor, &from, &left, &to, &room) == -1 { problem = errno }
        }
      }
      count = output.count - room
    }
    text += made
    return (bytes.count - left, problem)
  }

  /// Browsers take the few bytes that Windows-1252 leaves open for control characters.
  private func substitute(for byte: UInt8) -> [UInt8] {
    charset.converter == "WINDOWS-1252" ? [0xC0 | byte >> 6, 0x80 | byte & 0x3F] : Self.replacement
  }

  private static let replacement = Array("\u{FFFD}".utf8)
  private static let room = 64 << 10
  private static let mostHeld = 64
}
