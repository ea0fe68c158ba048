internal import ParleyEngine
internal import ParleyText

/// The JSON text that a YAML value stands for: plain scalars are numbers, `true`, `false` and `null` where they read as such,
/// and a text that is one template keeps the type of what is filled in.
enum JSONTextOfYAML {
  package static func text(of node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, let style): style == .plain ? plain(text) : quoted(text)
    case .sequence(let items): "[\(items.map(text).joined(separator: ","))]"
    case .mapping(let entries):
      "{\(entries.map { "\(json($0.key.value)):\(text(of: $0.value))" }.joined(separator: ","))}"
    }
  }

  private static func plain(_ text: String) -> String {
    guard !text.isEmpty else { return "null" }
    if case .string = JSONValue(plain: text) { return quoted(text) }
    return text
  }

  private static func quoted(_ text: String) -> String {
    guard text.hasTemplateMark else { return json(text) }
    let parsed = TemplateText(text)
    if parsed.isSingleTemplate || !parsed.problems.isEmpty { return text }
    let bytes = Array(text.utf8)
    let pieces = parsed.segments.map { segment in
      switch segment {
      case .literal(let literal): String(json(literal).dropFirst().dropLast())
      case .template(let template): String(decoding: bytes[template.range], as: UTF8.self)
      }
    }
    return "\"\(pieces.joined())\""
  }

  private static func json(_ text: String) -> String { JSONPrinter.compact.string(of: .string(text)) }
}
