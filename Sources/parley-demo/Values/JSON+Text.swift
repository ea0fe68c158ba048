extension JSON {
  /// The document as UTF-8, indented by two spaces.
  var bytes: [UInt8] { Array((text(indent: "") + "\n").utf8) }

  /// The document on one line, without any space.
  var line: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSON.quoted($0.name)):\($0.value.line)" }.joined(separator: ",") + "}"
    case .null, .bool, .number, .string: text(indent: "")
    }
  }

  private func text(indent: String) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): JSON.quoted(text)
    case .array(let elements):
      JSON.enclosed("[", elements.map { $0.text(indent: indent + "  ") }, "]", indent: indent)
    case .object(let members):
      JSON.enclosed(
        "{", members.map { "\(JSON.quoted($0.name)): \($0.value.text(indent: indent + "  "))" }, "}", indent: indent)
    }
  }

  private static func enclosed(_ open: String, _ items: [String], _ close: String, indent: String) -> String {
    guard !items.isEmpty else { return open + close }
    let separator = ",\n\(indent)  "
    return "\(open)\n\(indent)  \(items.joined(separator: separator))\n\(indent)\(close)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars { quoted += escaped(scalar) }
    return quoted + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case ..<" ": "\\u" + hexadecimal(scalar.value, digits: 4)
    default: String(scalar)
    }
  }
}

/// `value` in lower-case hexadecimal with at least so many digits.
func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
