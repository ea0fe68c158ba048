internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A JSON text with templates, read as a document: templates in quotes are parts of its strings, others whole values.
struct TemplateJSON {
  enum Part: Equatable {
    case literal(String)
    case template(Template)
  }

  /// With stand-ins for its templates.
  let document: JSONValue
  private let templates: [Template]

  // Characters that no text has a use for (private use area).
  private static let inText: Character = "\u{F8F0}"
  private static let asValue: Character = "\u{F8F1}"
  private static let end: Character = "\u{F8F2}"

  /// Nil for a text that is no JSON with its templates filled in.
  init?(_ text: String) {
    guard !text.contains(where: { [Self.inText, Self.asValue, Self.end].contains($0) }) else { return nil }
    let parsed = TemplateText(text)
    guard parsed.mistakes.isEmpty else { return nil }
    var quotes = JSONQuotes()
    var sample = ""
    for segment in parsed.segments {
      switch segment {
      case .literal(let literal):
        quotes.pass(literal)
        sample += literal
      case .template(let template):
        let number = parsed.templates.firstIndex(of: template) ?? 0
        sample += quotes.isInString ? "\(Self.inText)\(number)\(Self.end)" : "\"\(Self.asValue)\(number)\(Self.end)\""
      }
    }
    guard let document = try? JSONValue(parsing: sample) else { return nil }
    self.document = document
    templates = parsed.templates
  }

  /// The template that stands for a whole value.
  func value(of string: String) -> Template? {
    guard string.first == Self.asValue, string.last == Self.end else { return nil }
    return template(string.dropFirst().dropLast())
  }

  /// The literal and template parts of a string.
  func parts(of string: String) -> [Part] {
    if let template = value(of: string) { return [.template(template)] }
    var parts: [Part] = []
    var rest = string[...]
    while let start = rest.firstIndex(of: Self.inText), let end = rest[start...].firstIndex(of: Self.end) {
      if start > rest.startIndex { parts.append(.literal(String(rest[..<start]))) }
      if let template = template(rest[rest.index(after: start)..<end]) { parts.append(.template(template)) }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    return parts
  }

  /// A string as a file of the workspace has it.
  package func text(of string: String) -> String {
    parts(of: string).map { part in
      switch part {
      case .literal(let text): TemplateEscape.escaped(text)
      case .template(let template): "{{\(template.text)}}"
      }
    }.joined()
  }

  private func template(_ number: some StringProtocol) -> Template? {
    Int(number).flatMap { templates.indices.contains($0) ? templates[$0] : nil }
  }
}
