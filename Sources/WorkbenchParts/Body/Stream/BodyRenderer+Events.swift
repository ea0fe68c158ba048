package import ParleyEngine
package import TerminalKit

extension BodyRenderer {
  private static let longestLine = 1000

  /// An event in one line: when it came, what it is, and what it carries or what a filter made of that.
  package func line(_ event: StreamEvent, _ values: JSONValue...) -> BodyLine { line(event, values) }

  package func line(_ event: StreamEvent, _ values: [JSONValue]) -> BodyLine {
    if let message = event.message, values == [event.value] { return line(message, number: event.number) }
    var text = StyledText()
    if let arrival = event.arrival?.inSeconds { text.append(arrival.leftPadded(to: 7) + "  ", .muted) }
    if let name = event.fields?.name, !name.isEmpty { text.append(shown(name) + "  ", Style(.accent)) }
    if event.isComment {
      text.append(shown(comment(event)), .muted)
    } else {
      for (place, value) in values.enumerated() {
        if place > 0 { text.append("  ", .muted) }
        text = text + compact(value, isText: !event.isJSON && value == event.value)
      }
    }
    if event.isTruncated { text.append("…", .muted) }
    return BodyLine(number: String(event.number + 1), text: text)
  }

  /// Texts that are no JSON stand there without quotes.
  private func compact(_ value: JSONValue, isText: Bool) -> StyledText {
    let text = isText ? (value.string ?? "").replacing("\n", with: "⏎") : value.description
    let shown = String(shown(text).prefix(Self.longestLine))
    return isText ? StyledText(shown) : JSONColours.line(shown)
  }

  private func comment(_ event: StreamEvent) -> String {
    let fields = event.fields
    let words = (fields?.comments ?? []).map { ": \($0)" } + (fields?.retry.map { ["retry: \($0)"] } ?? [])
    return words.isEmpty ? "(no data)" : words.joined(separator: "  ")
  }
}

extension Duration {
  /// `+12.3s`
  package var inSeconds: String {
    let tenths = Int(self / .milliseconds(100))
    return "+\(tenths / 10).\(tenths % 10)s"
  }
}

/// One line of JSON in colour.
package enum JSONColours {
  package static func line(_ text: String) -> StyledText {
    var line = StyledText()
    var rest = text[...]
    while let first = rest.first {
      let piece: Substring
      if first == "\"" {
        piece = string(rest)
        let isKey = rest[piece.endIndex...].first == ":"
        line.append(String(piece), Style(isKey ? .key : .string))
      } else if first.isNumber || first == "-" {
        piece = rest.prefix { $0.isNumber || "+-.eE".contains($0) }
        line.append(String(piece), Style(.number))
      } else if first.isLetter {
        piece = rest.prefix(while: \.isLetter)
        line.append(String(piece), Style(.literal))
      } else {
        piece = rest.prefix(1)
        line.append(String(piece))
      }
      rest = rest[piece.endIndex...]
    }
    return line
  }

  private static func string(_ text: Substring) -> Substring {
    var index = text.index(after: text.startIndex)
    while index < text.endIndex, text[index] != "\"" {
      let step = text[index] == "\\" ? 2 : 1
      index = text.index(index, offsetBy: step, limitedBy: text.endIndex) ?? text.endIndex
    }
    return text[..<(index < text.endIndex ? text.index(after: index) : index)]
  }
}
