package import TerminalKit
package import WorkbenchServices

/// Texts with templates in colour: known, secret and unknown ones.
package enum TemplateColours {
  package static func spans(of text: String, uses: [TemplateUse]) -> StyledText {
    guard text.contains("{{") else { return StyledText(text) }
    var line = StyledText()
    cut(text[...], uses) { piece, style in line.append(String(piece), style ?? .text) }
    return line
  }

  /// The text of a field: blanks at its ends, and blanks that are none of the keyboard's, are signs that can be seen.
  package static func field(_ text: String, uses: [TemplateUse]) -> StyledText {
    let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
    let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
    let (front, inside, back) = (text[..<start], text[start..<end], text[end...])
    guard !front.isEmpty || !back.isEmpty || inside.contains(where: isUnseen) else {
      return spans(of: text, uses: uses)
    }
    func blanks(_ count: Int) -> Span { Span(String(repeating: "·", count: count), .warning) }
    var line: StyledText = [blanks(front.count)]
    for (index, part) in inside.split(omittingEmptySubsequences: false, whereSeparator: isUnseen).enumerated() {
      if index > 0 { line = line + [blanks(1)] }
      line = line + spans(of: String(part), uses: uses)
    }
    return line + [blanks(back.count)]
  }

  /// A blank that looks like another one.
  private static func isUnseen(_ character: Character) -> Bool { character.isWhitespace && character != " " }

  /// One line of JSON. A string that goes over several lines is none, so each line stands for itself.
  package static func json(_ text: Substring, uses: [TemplateUse]) -> StyledText {
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

/// The meaning of a line's templates, beside the line: the value first, then its place.
package enum TemplateNote {
  package static func draw(_ uses: [TemplateUse], into frame: inout Frame, _ rect: Rect) {
    guard !rect.isEmpty, !uses.isEmpty else { return }
    let fitting = Length.allCases.lazy.map { line(uses, $0) }.first { $0.columns <= rect.width } ?? line(uses, .value)
    frame.put(fitting, at: rect.origin, maxWidth: rect.width)
  }

  /// Every value with its name and its whole place, in words, where a column so wide shows less of the places than the
  /// names of their files; nil where it does not.
  package static func words(_ uses: [TemplateUse], beside width: Int) -> String? {
    guard !uses.isEmpty, width > 0, line(uses, .fileName).columns > width else { return nil }
    return joined(uses.map { note(on: $0, .whole, isAlone: false) }).plain
  }

  private static func line(_ uses: [TemplateUse], _ length: Length) -> StyledText {
    joined(uses.map { note(on: $0, length, isAlone: uses.count == 1) })
  }

  /// The lengths of a note, the longest first: where there is little room, the place goes before the value is cut.
  private enum Length: CaseIterable {
    case whole, shortPlace, fileName, sign, value
  }

  private static func joined(_ notes: [StyledText]) -> StyledText {
    notes.dropFirst().reduce(notes[0]) { $0 + StyledText("   ") + $1 }
  }

  /// `ada@example.com ← environments/local.yaml:3`; among several, each with its name: `email = ada@example.com`.
  private static func note(on use: TemplateUse, _ length: Length, isAlone: Bool) -> StyledText {
    if let problem = use.problem { return [Span("✗ \(problem)", .failure)] }
    if use.isOfStepBefore {
      return [Span(isAlone ? "← a step before" : "\(use.expression) ← a step before", .muted)]
    }
    if use.isFilledInLater { return [Span(isAlone ? whenSent : "\(use.expression) \(whenSent)", .muted)] }
    var line = StyledText()
    if !isAlone || use.value == nil { line.append(use.expression, .muted) }
    if let value = use.value {
      if !isAlone { line.append(" = ", .muted) }
      line.append(value.isEmpty ? "(empty)" : value, use.isSecret ? Style(.secret) : .text)
    }
    guard let source = use.source, length != .value || use.value == nil else { return line }
    line.append(" ← \(length == .sign && use.value != nil ? "…" : place(source, length))", .muted)
    return line
  }

  private static let whenSent = "filled in when sent"

  /// `environments/local.yaml:3`, `local.yaml:3` or `local`.
  private static func place(_ source: String, _ length: Length) -> String {
    guard length != .whole else { return source }
    let short = source.split(separator: "/").last.map(String.init) ?? source
    guard length != .shortPlace, let ending = short.firstRange(of: ".yaml") else { return short }
    return String(short[..<ending.lowerBound])
  }
}

extension TemplateUse {
  /// Whether another step of the group gives it: its source would only name it again.
  fileprivate var isOfStepBefore: Bool { value == nil && source == expression && expression.hasPrefix("steps.") }

  /// Whether it is a function whose value is made with each request: its source would only name it again.
  fileprivate var isFilledInLater: Bool {
    guard value == nil, !isSecret, let source, source.contains("(") else { return false }
    return expression.hasPrefix(source.prefix { $0 != "(" } + "(")
  }
}
