import TerminalKit

/// One line of XML or HTML in colour: names, attributes, values, entities, comments.
enum MarkupColours {
  static func line(_ text: String, _ kind: MarkupOutline.Kind) -> StyledText {
    switch kind {
    case .comment: return StyledText(text, .muted)
    case .code: return StyledText(text)
    case .text: return entities(in: text[...])
    case .markup, .end: return markup(text)
    }
  }

  private static func markup(_ text: String) -> StyledText {
    var line = StyledText()
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix("<!--") || rest.hasPrefix("<![CDATA[") || rest.hasPrefix("<?") || rest.hasPrefix("<!") {
        line.append(String(rest), .muted)
        return line
      }
      if rest.first == "<" {
        rest = tag(rest, into: &line)
      } else {
        let end = rest.firstIndex(of: "<") ?? rest.endIndex
        line = line + entities(in: rest[..<end])
        rest = rest[end...]
      }
    }
    return line
  }

  /// - Returns: the text behind the tag.
  private static func tag(_ text: Substring, into line: inout StyledText) -> Substring {
    var rest = text
    let front = rest.prefix { $0 == "<" || $0 == "/" }
    line.append(String(front), .muted)
    rest = rest[front.endIndex...]
    let name = rest.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
    line.append(String(name), Style(.key))
    rest = rest[name.endIndex...]
    while let next = rest.first, next != ">" {
      let piece: Substring
      if next == "\"" || next == "'" {
        let end = rest.dropFirst().firstIndex(of: next).map { rest.index(after: $0) } ?? rest.endIndex
        piece = rest[..<end]
        line.append(String(piece), Style(.string))
      } else if next.isWhitespace || next == "=" || next == "/" || next == "?" {
        piece = rest.prefix(1)
        line.append(String(piece), .muted)
      } else {
        piece = rest.prefix { !$0.isWhitespace && !"=\"'>/".contains($0) }
        line.append(String(piece), Style(.literal))
      }
      rest = rest[piece.endIndex...]
    }
    line.append(String(rest.prefix(1)), .muted)
    return rest.dropFirst()
  }

  /// `&amp;`, `&#8364;`
  private static func entities(in text: Substring) -> StyledText {
    var line = StyledText()
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      let inside = rest[rest.index(after: start)...].prefix { $0.isLetter || $0.isNumber || $0 == "#" }.prefix(12)
      guard !inside.isEmpty, inside.endIndex < rest.endIndex, rest[inside.endIndex] == ";" else {
        line.append(String(rest[...start]))
        rest = rest[rest.index(after: start)...]
        continue
      }
      line.append(String(rest[..<start]))
      line.append(String(rest[start...inside.endIndex]), Style(.number))
      rest = rest[rest.index(after: inside.endIndex)...]
    }
    line.append(String(rest))
    return line
  }
}
