internal import ParleyEngine

/// The contents of XML and HTML elements that have a credential's name, or an attribute with one: `<password>…</password>`,
/// `<input name="csrf_token" value="…">`.
struct MarkupScan {
  struct Found {
    let name: String
    /// As UTF-8 offsets.
    let range: Range<Int>
  }

  private struct Attribute {
    let name: String
    let value: Range<Int>
  }

  private(set) var found: [Found] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = start + 1
      if position < bytes.count, bytes[position].isLetter || bytes[position] == UInt8(ascii: "_") { takeElement() }
    }
  }

  private mutating func takeElement() {
    let element = text(word()).split(separator: ":").last.map(String.init) ?? ""
    var attributes: [Attribute] = []
    while let attribute = attribute() { attributes.append(attribute) }
    let isEmpty = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { return position = bytes.count }
    position = end + 1
    let given = attributes.first { Self.naming.contains($0.name) && CredentialName.isCredential(text($0.value)) }
    let label = CredentialName.isCredential(element) ? element : given.map { text($0.value) }
    guard let label else { return }
    for attribute in attributes where Self.valued.contains(attribute.name) {
      found.append(Found(name: label, range: attribute.value))
    }
    if !isEmpty, !Self.controls.contains(element.lowercased()) { takeContent(label) }
  }

  /// Attributes that name what an element holds, and those that hold it.
  private static let naming: Set = ["name", "key", "property", "type"]
  private static let valued: Set = ["value", "content"]
  /// Elements of HTML behind which stands what people read.
  private static let controls: Set = [
    "a", "button", "fieldset", "form", "iframe", "input", "label", "link", "meta", "script", "select", "style",
  ]

  private static let data = (begin: Array("<![CDATA[".utf8), end: Array("]]>".utf8))

  private mutating func takeContent(_ name: String) {
    let start = bytes[position...].firstIndex { $0 > UInt8(ascii: " ") } ?? bytes.count
    if bytes[start...].starts(with: Self.data.begin) {
      let begin = start + Self.data.begin.count
      let end = bytes[begin...].indices.first { bytes[$0...].starts(with: Self.data.end) } ?? bytes.count
      found.append(Found(name: name, range: begin..<end))
      position = end
    } else {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
      found.append(Found(name: name, range: start..<end))
      position = end
    }
  }

  private mutating func attribute() -> Attribute? {
    skipBlanks()
    let name = word()
    guard !name.isEmpty else { return nil }
    skipBlanks()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      return Attribute(name: text(name).lowercased(), value: name.upperBound..<name.upperBound)
    }
    position += 1
    skipBlanks()
    return Attribute(name: text(name).lowercased(), value: value())
  }

  private mutating func value() -> Range<Int> {
    guard position < bytes.count else { return position..<position }
    let quote = bytes[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      return advance { $0 > UInt8(ascii: " ") && $0 != UInt8(ascii: ">") }
    }
    position += 1
    let range = advance { $0 != quote }
    position = min(position + 1, bytes.count)
    return range
  }

  private mutating func word() -> Range<Int> { advance { $0.isLetterOrDigit || ":_-.@".utf8.contains($0) } }

  private mutating func skipBlanks() { _ = advance { $0 <= UInt8(ascii: " ") } }

  private mutating func advance(while isPart: (UInt8) -> Bool) -> Range<Int> {
    let start = position
    while position < bytes.count, isPart(bytes[position]) { position += 1 }
    return start..<position
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}
