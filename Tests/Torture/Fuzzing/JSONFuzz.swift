import ParleyEngine

/// JSON of a response: read, printed, read again; and laid out line by line.
enum JSONFuzz: Fuzz {
  static let name = "fuzz-json"
  static let summary = "JSON documents, parsed, printed and outlined"

  static let seeds = [
    #"{"id": 9007199254740993, "name": "é\u00e9\ud83d\ude00", "list": [1, -0.5e-10, null, true], "a": {"b": {"c": []}}}"#,
    "[[[[[[[[1]]]]]]], {}, \"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "\"text\"", "-12.5E+3", "{\"a\":1,\"a\":2,\"\":3}",
    "\u{FEFF}{ \"a\" : [ 1 , 2 ] }\r\n",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    if let mistake = try mistakeInOutline(of: input) { return mistake }
    guard let value = try? JSONParser().parse(input) else { return nil }
    for printer in [JSONPrinter.compact, .pretty] {
      guard let again = try? JSONParser().parse(printer.bytes(of: value)), again == value else {
        return "printed and read again it is another: \(printer.string(of: value))"
      }
      guard (try? printer.reprint(input)) != nil else { return "it parses, and cannot be laid out anew" }
    }
    return nil
  }

  /// An outline takes anything, broken documents too.
  private static func mistakeInOutline(of input: [UInt8]) throws -> String? {
    let outline = JSONOutline(InMemoryBytes(input))
    guard let lines = try? outline.lines(in: 0..<50) else { return nil }
    for line in 0..<lines.count { _ = try? outline.path(ofLine: line) }
    return lines.count <= 50 ? nil : "the outline gives \(lines.count) lines of 50"
  }
}
