package import ParleyEngine

/// The beginning of a value on one line. Reads no further than it shows.
package enum SharedPreview {
  private static let longest = 160

  package static func text(of value: SharedValue) -> String {
    switch value {
    case .text(let text): line(text)
    case .json(let value): JSONPreview(of: value, limit: longest).text
    case .bytes(let bytes):
      "\(ByteCount.text(bytes.count))  \(bytes.prefix(24).map { $0.hexadecimal(digits: 2, uppercase: true) }.joined(separator: " "))"
    }
  }

  private static func line(_ text: String) -> String {
    let start = text.prefix(longest)
    return start.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ⏎ ")
  }
}

/// Compact JSON up to a number of characters.
private struct JSONPreview {
  let limit: Int
  private(set) var text = ""

  private var isFull: Bool { text.utf8.count >= limit }

  init(of value: JSONValue, limit: Int) {
    self.limit = limit
    add(value)
  }

  private mutating func add(_ value: JSONValue) {
    guard !isFull else { return }
    if let items = value.array {
      list(items, "[", "]") { $0.add($1) }
    } else if let object = value.object {
      list(object, "{", "}") { preview, member in
        preview.text += "\(member.key): "
        preview.add(member.value)
      }
    } else if let string = value.string {
      text += "\"\(string.prefix(limit))\""
    } else {
      text += JSONPrinter.compact.string(of: value)
    }
  }

  private mutating func list<Items: Sequence>(
    _ items: Items, _ open: String, _ close: String, _ add: (inout JSONPreview, Items.Element) -> Void
  ) {
    text += open
    var isFirst = true
    for item in items {
      guard !isFull else {
        text += " …"
        return
      }
      text += isFirst ? "" : ", "
      isFirst = false
      add(&self, item)
    }
    text += close
  }
}
