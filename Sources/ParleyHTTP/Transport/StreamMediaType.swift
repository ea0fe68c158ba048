/// Content types of bodies that are events one after the other, so that each is of use without those that follow.
package enum StreamMediaType: Sendable {
  case serverSentEvents, jsonLines

  /// Asked for every response, and most are neither: looking at their bytes once says so.
  /// - Parameter contentType: of a response, with or without parameters.
  package init?(_ contentType: String) {
    var type = contentType
    guard type.withUTF8({ Self.mayBeStream($0) }) else { return nil }
    let lowered = contentType.lowercased()
    if lowered.hasPrefix("text/event-stream") {
      self = .serverSentEvents
    } else if Self.namesOfLines.contains(where: { lowered.contains($0) }) {
      self = .jsonLines
    } else {
      return nil
    }
  }

  /// Whether it has `event` or a `json` that is not the whole of a subtype, as `application/json` is.
  private static func mayBeStream(_ type: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index + 4 < type.count {
      if hasWord("event", in: type, at: index) { return true }
      if hasWord("json", in: type, at: index) {
        return index == 0 || type[index - 1] != UInt8(ascii: "/") || type[index + 4] != UInt8(ascii: ";")
      }
      index += 1
    }
    // At its very end, behind a letter, a hyphen or a plus sign.
    return type.count > 5 && index + 4 == type.count && hasWord("json", in: type, at: index)
      && type[index - 1] != UInt8(ascii: "/")
  }

  /// In any casing.
  private static func hasWord(_ word: StaticString, in type: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var index = 0
    while index < word.utf8CodeUnitCount, type[start + index] | 0x20 == word.utf8Start[index] { index += 1 }
    return index == word.utf8CodeUnitCount
  }

  private static let namesOfLines = ["ndjson", "jsonl", "json-lines", "jsonlines", "stream+json", "json-seq"]
}
