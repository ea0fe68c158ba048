/// One event of a `text/event-stream`, as the fields before an empty line say it.
struct ServerSentEvent: Hashable, Sendable {
  /// The event's type; empty for a plain `message`.
  var name = ""
  var id = ""
  /// Its lines, with line breaks between them; nil where it has none, as a comment that only keeps a connection open.
  var data: String?
  var retry: String?
  var comments: [String] = []

  init(_ text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { take(line) }
  }

  private mutating func take(_ line: Substring) {
    guard !line.isEmpty else { return }
    let name = line.prefix { $0 != ":" }
    var value = line.dropFirst(name.count + 1)
    if value.first == " " { value = value.dropFirst() }
    switch name {
    case "": comments.append(String(value))
    case "event": self.name = String(value)
    case "id": id = String(value)
    case "retry": retry = String(value)
    case "data": data = data.map { "\($0)\n\(value)" } ?? String(value)
    default: break
    }
  }
}
