/// A path with places for values, which are filled in when a request is sent.
///
/// - A segment that begins with `:name` has a **variable**: without a value the request is not sent.
/// - A key of `defaults` is a **replace component**: wherever the word stands in the path its value takes its place, or
///   its default. An empty one takes its segment away with the slash before it.
///
/// Values are encoded as one segment, so that a slash in one leads nowhere else. Of two words that begin alike the longer
/// one counts. A colon that is meant as it stands has a backslash before it: `/v1/\:batch`.
///
/// ```swift
/// let hello = PathTemplate("/api/hello/$0/$1", defaults: ["$0": "", "$1": ""])
/// try hello.filled(with: ["$0": "gandalf"])   // "/api/hello/gandalf"
/// ```
public struct PathTemplate: Sendable, Hashable {
  /// The path as written, with its places.
  public var text: String
  /// The defaults of replace components, by their words: the text for a word without a value.
  package var defaults: [String: String]

  /// A path, with what stands for its replace components.
  public init(_ text: String, defaults: [String: String] = [:]) {
    self.text = text
    self.defaults = defaults
  }
}

extension PathTemplate: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

extension PathTemplate {
  /// The names that values are looked up by, in the order of their places: `thingId` for `:thingId`, `$0` for `$0`.
  package var names: [String] {
    guard !defaults.isEmpty || PathPieces.mayHaveVariable(text) else { return [] }
    return PathPieces(text, words: defaults).places.map(\.name)
  }

  /// A path, or a whole URL, that is meant as it stands: its colons begin no variables.
  package static func literal(_ text: String) -> String {
    guard PathPieces.mayHaveVariable(text) else { return text }
    let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    return String(text[..<end]).replacing("/:", with: "/\\:") + text[end...]
  }

  /// The path with its places filled.
  /// - Throws: `InvalidRequest.pathVariable` when a variable has no value, `.pathValue` when one cannot be a segment.
  package func filled(with values: JSONObject) throws(InvalidRequest) -> String {
    try filled { values[$0] }
  }

  package func filled(_ value: (String) -> JSONValue?) throws(InvalidRequest) -> String {
    try PathPieces(text, words: defaults).filled(value)
  }
}
