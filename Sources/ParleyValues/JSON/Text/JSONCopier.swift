/// Copies the tokens of a document into another layout.
struct JSONCopier: JSONEventHandler {
  private let source: [UInt8]
  private(set) var writer: JSONWriter
  /// The last token opened a container, which may turn out to be empty.
  private var justOpened = false

  init(source: [UInt8], indent: Int?) {
    self.source = source
    writer = JSONWriter(indent: indent)
    writer.reserveCapacity(source.count + (indent == nil ? 0 : source.count / 2))
  }

  mutating func handle(_ event: JSONEvent) {
    switch event.kind {
    case .objectEnd, .arrayEnd:
      writer.close(event.kind == .objectEnd ? .closeBrace : .closeBracket, isEmpty: justOpened)
      justOpened = false
    case .colon: writer.colon()
    case .comma: writer.comma()
    default: startItem(event)
    }
  }

  private mutating func startItem(_ event: JSONEvent) {
    if justOpened { writer.breakLine() }
    justOpened = event.kind == .objectStart || event.kind == .arrayStart
    if justOpened {
      writer.open(event.kind == .objectStart ? .openBrace : .openBracket)
    } else {
      writer.append(event.range, of: source)
    }
  }
}
