/// The notes of libcurl about a connection, without those that help nobody who looks at a request: addresses in memory, numbers of connections, and
/// the keeping of its own books.
enum WireNote {
  private static let noise = [
    "Found bundle for host", "Server doesn't support multiplex", "Can not multiplex", "Mark bundle as",
    "Connection #", "Closing connection", "Using Stream ID", "h2h3 [", "Copying HTTP/2 data",
    "Connection state changed (MAX_CONCURRENT_STREAMS", "Couldn't find host", "We are completely uploaded",
    "multi_done", "Expire in", "STATE: ",
  ]

  /// - Returns: nil for a note to leave out.
  static func bytes(of note: some Collection<UInt8>) -> [UInt8]? {
    let text = String(decoding: note, as: UTF8.self)
    if text.hasPrefix("Re-using existing connection") {
      return Array("Re-using existing connection".utf8) + rest(of: text)
    }
    guard !noise.contains(where: { text.hasPrefix($0) }), !holdsPointer(text) else { return nil }
    return Array(withoutNumber(text).utf8)
  }

  /// ` with host localhost`
  private static func rest(of text: String) -> [UInt8] {
    text.firstRange(of: " with ").map { Array(text[$0.lowerBound...].utf8) } ?? []
  }

  /// `Connected to localhost (127.0.0.1) port 8080 (#0)`
  private static func withoutNumber(_ text: String) -> String {
    guard text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[open...].hasPrefix("(#") else { return text }
    return String(text[..<open].dropLast(1))
  }

  /// A word such as `0x55d0c8a3f2b0`; lines of a certificate are indented, and say what its owner wants.
  private static func holdsPointer(_ text: String) -> Bool {
    guard !text.hasPrefix(" ") else { return false }
    return text.split { !($0.isLetter || $0.isNumber) }.contains { word in
      word.hasPrefix("0x") && word.count >= 8 && word.dropFirst(2).allSatisfy(\.isHexDigit)
    }
  }
}
