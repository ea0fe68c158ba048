import Glibc
import HTTPTypes

/// The names of header fields that responses had before, so that a name that comes again is neither checked nor lowered
/// again. Bounded: a name takes the place of another one that falls on the same. Belongs to one thread.
final class HeaderNames {
  private static let placeCount = 128

  private var known = [Known?](repeating: nil, count: placeCount)

  private struct Known {
    /// As the server wrote it.
    let text: [UInt8]
    let name: HTTPField.Name

    func isWritten(_ text: UnsafeRawBufferPointer) -> Bool {
      guard let start = text.baseAddress, self.text.count == text.count else { return false }
      return self.text.withUnsafeBytes { $0.baseAddress.map { memcmp($0, start, text.count) == 0 } ?? false }
    }
  }

  /// - Returns: nil where HTTP does not allow the name (RFC 9110 §5.1).
  func name(_ text: UnsafeRawBufferPointer) -> HTTPField.Name? {
    let place = Self.place(of: text)
    if let known = known[place], known.isWritten(text) { return known.name }
    guard let name = HTTPField.Name(String(decoding: text, as: UTF8.self)) else { return nil }
    known[place] = Known(text: Array(text), name: name)
    return name
  }

  private static func place(of text: UnsafeRawBufferPointer) -> Int {
    var (hash, index) = (UInt32(truncatingIfNeeded: text.count), 0)
    while index < min(text.count, 32) {
      hash = (hash ^ UInt32(text[index])) &* 16_777_619
      index += 1
    }
    return Int(hash >> 16) % placeCount
  }
}
