import TerminalKit

/// Texts with templates in colour: known, secret and unknown ones.
enum TemplateColours {
  static func spans(of text: String, uses: [TemplateUse]) -> StyledText {
    guard text.contains("{{") else { return StyledText(text) }
    var line = StyledText()
    cut(text[...], uses) { piece, style in line.append(String(piece), style ?? .text) }
    return line
  }

  /// One line of JSON. A string that goes over several lines is none, so each line stands for itself.
  static func json(_ text: Substring, uses: [TemplateUse]) -> StyledText {
    var line = StyledText()
    var rest = text
    while let first = rest.first {
      let piece: Substring
      if first == "\"" {
        piece = string(rest)
        let isKey = rest[piece.endIndex...].first { !$0.isWhitespace } == ":"
        cut(piece, uses) { line.append(String($0), $1 ?? Style(isKey ? .key : .string)) }
      } else if let end = TemplateScanner.templateEnd(in: rest, at: rest.startIndex) {
        piece = rest[..<end]
        cut(piece, uses) { line.append(String($0), $1 ?? .text) }
      } else {
        piece = word(rest)
        line.append(String(piece), style(ofWord: piece))
      }
      rest = rest[piece.endIndex...]
    }
    return line
  }

  /// Hands out the pieces between templates without a style, and the templates with theirs.
  private static func cut(_ text: Substring, _ uses: [TemplateUse], _ take: (Substring, Style?) -> Void) {
    var rest = text
    while let start = rest.firstRange(of: "{{")?.lowerBound,
      let end = TemplateScanner.templateEnd(in: rest, at: start)
    {
      if start > rest.startIndex { take(rest[..<start], nil) }
      take(rest[start..<end], style(ofTemplate: rest[start..<end], uses))
      rest = rest[end...]
    }
    if !rest.isEmpty { take(rest, nil) }
  }

  private static func style(ofTemplate template: Substring, _ uses: [TemplateUse]) -> Style {
    let inner = template.dropFirst(2).dropLast(2).filter { $0 != " " }
    guard let use = uses.first(where: { $0.expression.filter { $0 != " " } == inner }) else { return Style(.accent) }
    if use.problem != nil { return Style(.failure, .underline) }
    return Style(use.isSecret ? .secret : .accent)
  }

  private static func string(_ text: Substring) -> Substring {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex {
      if let end = TemplateScanner.templateEnd(in: text, at: index) {
        index = end
      } else if text[index] == "\\" {
        index = text.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
      } else if text[index] == "\"" {
        return text[...index]
      } else {
        index = text.index(after: index)
      }
    }
    return text
  }

  private static func word(_ text: Substring) -> Substring {
    let isLetter = { (character: Character) in character.isLetter || character.isNumber || "+-.".contains(character) }
    guard let first = text.first, isLetter(first) else { return text.prefix(1) }
    return text.prefix(while: isLetter)
  }

  private static func style(ofWord word: Substring) -> Style {
    switch word {
    case "true", "false", "null": Style(.literal)
    case _ where word.first?.isNumber == true || word.first == "-": Style(.number)
    default: .text
    }
  }
}

/// The meaning of a line's templates, beside the line.
enum TemplateNote {
  static func draw(_ uses: [TemplateUse], into frame: inout Frame, _ rect: Rect) {
    guard !rect.isEmpty, !uses.isEmpty else { return }
    let width = rect.width
    let lines = Length.allCases.map { length in joined(uses.map { note(on: $0, length) }) }
    let line = lines.first { $0.columns <= width } ?? lines[lines.count - 1]
    frame.put(line, at: rect.origin, maxWidth: width)
  }

  /// The lengths of a note, the longest first: where there is little room, parts are left out in this order.
  private enum Length: CaseIterable {
    case whole, shortSource, noValue, least
  }

  private static func joined(_ notes: [StyledText]) -> StyledText {
    notes.dropFirst().reduce(notes[0]) { $0 + StyledText("  ") + $1 }
  }

  /// `email = ada@example.com ← environments/local.yaml:3`
  private static func note(on use: TemplateUse, _ length: Length) -> StyledText {
    if let problem = use.problem { return [Span("✗ \(problem)", .failure)] }
    var line: StyledText = [Span(use.expression, .muted)]
    if let value = use.value, length == .whole || length == .shortSource {
      line = line + [Span(" = ", .muted), Span(value, use.isSecret ? .secret : .text)]
    }
    guard let source = use.source else { return line }
    let isWhole = length == .whole || length == .noValue
    line.append(" ← \(isWhole ? source : source.split(separator: "/").last.map(String.init) ?? source)", .muted)
    return line
  }
}
