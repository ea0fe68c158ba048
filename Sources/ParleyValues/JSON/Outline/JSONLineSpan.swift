/// One line of the pretty-printed document, as bytes of the document.
struct JSONLineSpan: Sendable {
  enum Role {
    /// A scalar or an empty container.
    case value
    /// The start of a container that is not empty.
    case opens
    /// Its end.
    case closes
  }

  let line: Int
  /// How many containers are open around what the line shows.
  let depth: Int
  /// The offset of its first token.
  let start: Int
  var role = Role.value
  var key: JSONTokenSpan?
  /// The scalar, the brackets of an empty container, or the one bracket; nil when only the key has arrived.
  var value: JSONTokenSpan?
  /// The offset of the comma after it; nil if it has not arrived.
  var comma: Int?
}

struct JSONTokenSpan: Sendable {
  var kind: JSONToken.Kind
  var range: Range<Int>
  /// Whether all of it has arrived.
  var isFinished = true
}
