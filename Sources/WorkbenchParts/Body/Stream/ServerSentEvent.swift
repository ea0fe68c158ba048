import ParleyEngine
import WorkbenchServices

/// One event of a `text/event-stream`, as the fields before an empty line say it
/// (https://html.spec.whatwg.org/#event-stream-interpretation).
package struct ServerSentEvent: Hashable, Sendable {
  /// The event's type; empty for a plain `message`.
  package var name = ""
  package var id = ""
  /// Its lines, with line breaks between them; nil where it has none, as a comment that only keeps a connection open.
  package var data: String?
  /// In milliseconds.
  package var retry: String?
  var comments: [String] = []

  package init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// - Parameter bytes: lines that end with CR, LF, or both.
  package init(_ bytes: ArraySlice<UInt8>) {
    var (start, followsReturn) = (bytes.startIndex, false)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == .newline, followsReturn {
        (start, followsReturn) = (index + 1, false)
        continue
      }
      followsReturn = byte == .return
      guard byte == .newline || followsReturn else { continue }
      take(bytes[start..<index])
      start = index + 1
    }
    take(bytes[start...])
  }

  private mutating func take(_ line: ArraySlice<UInt8>) {
    guard !line.isEmpty else { return }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    var rest = line.dropFirst(name.count + 1)
    if rest.first == UInt8(ascii: " ") { rest = rest.dropFirst() }
    let value = String(decoding: rest, as: UTF8.self)
    switch String(decoding: name, as: UTF8.self) {
    case "": comments.append(value)
    case "event": self.name = value
    case "id": if !rest.contains(0) { id = value }
    case "retry":
      if !rest.isEmpty, rest.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { retry = value }
    case "data": data = data.map { "\($0)\n\(value)" } ?? value
    default: break
    }
  }
}
