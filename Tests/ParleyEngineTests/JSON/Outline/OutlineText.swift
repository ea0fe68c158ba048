import ParleyEngine

extension JSONLine {
  /// The line as a printer would write it.
  var printed: String {
    String(repeating: "  ", count: min(depth, JSONPrinter.deepestIndent)) + tokens.map(\.text).joined()
  }
}

extension JSONOutline {
  /// An outline of all that `source` has.
  init(reading source: any ByteSource) throws {
    self.init(source)
    try extend()
  }

  init(_ text: String) throws {
    try self.init(reading: InMemoryBytes(text))
  }

  var printedLines: [String] {
    get throws { try lines(in: 0..<lineCount).map(\.printed) }
  }

  var printedVisibleLines: [String] {
    get throws { try visibleLines(in: 0..<visibleLineCount).map(\.printed) }
  }
}

/// Documents with something of everything, some with many checkpoints.
enum OutlineSamples {
  static func document(seed: Int, members: Int) -> JSONValue {
    var random = SplitMix(state: UInt64(seed))
    return .object(JSONObject((0..<members).map { ("key \($0)", .random(depth: 4, &random)) }))
  }

  /// About 70 bytes an item.
  static func items(_ count: Int) -> String {
    let items = (0..<count).map {
      #"{"id":\#($0),"name":"item \#($0)","tags":["a","b"],"owner":{"id":\#($0 % 7)},"none":[]}"#
    }
    return #"{"items":["# + items.joined(separator: ",") + #"],"total":\#(count)}"#
  }
}

func pretty(_ document: String) throws -> [String] {
  try String(decoding: JSONPrinter.pretty.reprint(document.bytes), as: UTF8.self).split(separator: "\n").map(
    String.init)
}
