/// The head of a message: its first line and its header lines, as they came.
struct RawHead: Sendable {
  let startLine: String
  let fieldLines: [String]

  init(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }.map(String.init)
    startLine = lines.first ?? ""
    fieldLines = Array(lines.dropFirst())
  }

  /// How long the head is, its blank line included; nil while it has not come whole.
  static func length(in bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
  }

  func values(of name: String) -> [String] {
    fieldLines.compactMap { line in
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { return nil }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
  }

  func value(of name: String) -> String? { values(of: name).first }
}
