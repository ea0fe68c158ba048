import ParleyEngine

/// `@name`: how a value becomes text in another language.
enum Format: String, CaseIterable {
  case text, json, csv, tsv, html, uri, urid, sh, base64, base64d, base32, base32d

  func text(of value: Value, _ machine: Machine) throws(Interrupt) -> String {
    switch self {
    case .text: return try Format.plain(value, machine)
    case .json: return try Format.json(value, machine)
    case .csv, .tsv: return try row(value, machine)
    case .html: return Format.html(try Format.plain(value, machine))
    case .uri: return PercentText.encoded(try Format.plain(value, machine))
    case .urid: return try Format.percentDecoded(Format.plain(value, machine), value)
    case .sh: return try Format.shell(value, machine)
    case .base64: return Base64Text.encoded(Array(try Format.plain(value, machine).utf8))
    case .base64d: return try Base64Text.decoded(Format.plain(value, machine), value)
    case .base32: return Base32Text.encoded(Array(try Format.plain(value, machine).utf8))
    case .base32d: return try Base32Text.decoded(Format.plain(value, machine), value)
    }
  }

  /// `tostring`
  static func plain(_ value: Value, _ machine: Machine) throws(Interrupt) -> String {
    if let text = value.string {
      try machine.read(bytes: text.utf8.count)
      return text
    }
    return try json(value, machine)
  }

  /// `tojson`
  static func json(_ value: Value, _ machine: Machine) throws(Interrupt) -> String {
    try machine.withRoom(for: value.depth) { () throws(Interrupt) in try value.text(machine) }
  }

  // MARK: Rows

  private func row(_ value: Value, _ machine: Machine) throws(Interrupt) -> String {
    guard let cells = value.elements else {
      throw .error("\(value.described) cannot be \(rawValue)-formatted, only array", at: value)
    }
    var texts: [String] = []
    for cell in cells {
      let text = try self.cell(cell)
      try machine.charge(16 + text.utf8.count)
      texts.append(text)
    }
    return texts.joined(separator: self == .csv ? "," : "\t")
  }

  private func cell(_ value: Value) throws(Interrupt) -> String {
    switch value.kind {
    case .null: return ""
    case .true, .false: return value.scalarText
    case .number: return value.double?.isNaN == true ? "" : value.scalarText
    case .string: return self == .csv ? Format.quoted(value.string ?? "") : Format.escapedForTSV(value.string ?? "")
    case .array, .object: throw .error("\(value.described) is not valid in a csv row", at: value)
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + replacing(text) { $0 == "\"" ? "\"\"" : nil } + "\""
  }

  private static func escapedForTSV(_ text: String) -> String {
    replacing(text) {
      switch $0 {
      case "\t": "\\t"
      case "\r": "\\r"
      case "\n": "\\n"
      case "\\": "\\\\"
      default: nil
      }
    }
  }

  // MARK: Languages

  private static func html(_ text: String) -> String {
    replacing(text) {
      switch $0 {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "'": "&apos;"
      case "\"": "&quot;"
      default: nil
      }
    }
  }

  private static func shell(_ value: Value, _ machine: Machine) throws(Interrupt) -> String {
    var words: [String] = []
    for word in value.elements ?? [value] {
      try machine.charge(16 + (word.string?.utf8.count ?? 0))
      switch word.kind {
      case .array, .object: throw .error("\(word.described) can not be escaped for shell", at: word)
      case .string: words.append("'" + replacing(word.string ?? "") { $0 == "'" ? "'\\''" : nil } + "'")
      default: words.append(word.scalarText)
      }
    }
    return words.joined(separator: " ")
  }

  private static func percentDecoded(_ text: String, _ value: Value) throws(Interrupt) -> String {
    var result: [UInt8] = []
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard bytes.count >= 2, let decoded = UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) else {
        throw .error("\(value.described) is not a valid uri encoding", at: value)
      }
      result.append(decoded)
      bytes = bytes.dropFirst(2)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if let other = replacement(scalar) { result += other } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}
