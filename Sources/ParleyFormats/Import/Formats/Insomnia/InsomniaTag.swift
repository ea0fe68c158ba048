internal import FoundationEssentials
internal import ParleyEngine
import ParleyText

/// A template tag of Insomnia: a name and its arguments, as in `{% response 'body', 'req_1', 'b64::JC5pZA==::46b' %}`.
struct InsomniaTag {
  private enum Argument: Equatable {
    case text(String)
    /// A name, a number or a flag.
    case word(String)

    var text: String {
      switch self {
      case .text(let text), .word(let text): text
      }
    }
  }

  private let name: String
  private let arguments: [Argument]

  /// - Parameter inner: what stands between the marks.
  init?(_ inner: String) {
    let text = inner.trimmed
    name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    guard !name.isEmpty, let arguments = Self.arguments(of: text.dropFirst(name.count)) else { return nil }
    self.arguments = arguments
  }

  private static func arguments(of text: Substring) -> [Argument]? {
    var (arguments, rest) = ([Argument](), text.drop(while: \.isWhitespace))
    while let first = rest.first {
      if first == "'" || first == "\"" {
        var value = ""
        rest.removeFirst()
        while let character = rest.popFirst(), character != first {
          value.append(character == "\\" ? rest.popFirst() ?? character : character)
        }
        arguments.append(.text(decoded(value)))
      } else {
        let word = rest.prefix { $0 != "," && !$0.isWhitespace }
        guard !word.isEmpty else { return nil }
        arguments.append(.word(String(word)))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
      if rest.first == "," { rest = rest.dropFirst().drop(while: \.isWhitespace) }
    }
    return arguments
  }

  /// `b64::…::46b`, as Insomnia writes arguments with quotes in them.
  private static func decoded(_ text: String) -> String {
    guard text.hasPrefix("b64::"), text.hasSuffix("::46b") else { return text }
    return Data(base64Encoded: String(text.dropFirst(5).dropLast(5))).flatMap { String(validating: $0, as: UTF8.self) }
      ?? text
  }

  private func text(_ index: Int) -> String? { index < arguments.count ? arguments[index].text : nil }

  /// A template of the format, or the text itself where that is known; nil where there is no equal.
  /// - Parameter requests: ids of requests by those of Insomnia.
  func template(_ requests: [String: String]) -> String? {
    switch name {
    case "uuid": return text(0) == "v1" ? nil : "{{uuid()}}"
    case "timestamp": return "{{now(\"unix\")}}"
    case "now": return now
    case "base64": return base64
    case "prompt": return prompt
    case "response": return response(requests)
    default: return nil
    }
  }

  private var now: String? {
    switch text(0) ?? "iso-8601" {
    case "iso-8601": "{{now()}}"
    case "unix": "{{now(\"unix\")}}"
    default: nil
    }
  }

  /// Encodes or decodes a text that stands there, or encodes a variable.
  private var base64: String? {
    guard let value = arguments.last, arguments.count > 1 else { return nil }
    let kind = arguments.count > 2 ? text(1) ?? "normal" : "normal"
    guard case .text(let plain) = value else {
      let name = ImportedTemplates(.insomnia).variableName(value.text)
      return text(0) == "encode" && kind == "normal" ? name.map { "{{base64(\($0))}}" } : nil
    }
    guard !plain.contains("{{"), !plain.contains("{%") else { return nil }
    if text(0) == "decode" {
      return Data(base64Encoded: plain).flatMap { String(validating: $0, as: UTF8.self) }.map(TemplateEscape.escaped)
    }
    let encoded = Data(plain.utf8).base64EncodedString()
    switch kind {
    case "normal": return encoded
    case "url": return encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    default: return nil
    }
  }

  /// The title, and the label behind it; the fifth argument masks what is typed.
  private var prompt: String? {
    let label = [text(0), text(1)].compactMap { $0?.isEmpty == false ? $0 : nil }.first ?? "value"
    return text(4) == "true" ? ImportedTemplates.secret(label) : ImportedTemplates.prompt(label)
  }

  private func response(_ requests: [String: String]) -> String? {
    guard let id = text(1).flatMap({ requests[$0] }) else { return nil }
    switch text(0) {
    case "raw": return ImportedTemplates.response(id, "")
    case "body":
      let path = text(2) ?? "$"
      // XPath begins with a slash.
      guard path.hasPrefix("$") || path.isEmpty else { return nil }
      return ImportedTemplates.response(id, String(path.dropFirst()))
    default: return nil
    }
  }
}
