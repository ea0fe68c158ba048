/// A part of a text in Markdown, from top to bottom.
package struct MarkdownBlock: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case heading(level: Int)
    case paragraph
    /// - Parameter sign: `-`, or the number with its dot.
    case item(depth: Int, sign: String)
    case quote
    /// Its text stands as it is.
    case code
    /// A row of a table, its cells between `|`.
    case row
    case rule
  }

  package var kind: Kind
  /// Its lines: those of a paragraph are one, up to where it says that another begins.
  package var lines: [String]
  /// The line of the text on which it begins, counted from 0.
  package var place: Int
  /// Whether a blank line stands in front of it.
  package var isApart: Bool

  /// The parts of a text.
  package static func blocks(of text: String) -> [MarkdownBlock] {
    var reading = MarkdownReading()
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      reading.read(line, at: place)
    }
    return reading.blocks
  }
}

/// Reads a text line by line.
private struct MarkdownReading {
  var blocks: [MarkdownBlock] = []
  /// The mark that ends the code which has begun.
  private var fence: String?
  private var isBehindBlank = false

  mutating func read(_ line: Substring, at place: Int) {
    let text = line.trimmed
    if let fence {
      if text.hasPrefix(fence) { self.fence = nil } else { blocks[blocks.count - 1].lines.append(String(line)) }
      return
    }
    if text.isEmpty { return isBehindBlank = !blocks.isEmpty }
    begin(line, text, at: place)
    isBehindBlank = false
  }

  private mutating func begin(_ line: Substring, _ text: String, at place: Int) {
    let depth = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    if let mark = ["```", "~~~"].first(where: text.hasPrefix) {
      fence = mark
      return add(.code, [], place)
    }
    if depth >= 4, isBehindBlank || blocks.last?.kind == .code, !isInList {
      guard blocks.last?.kind == .code else { return add(.code, [String(line.dropFirst(4))], place) }
      return blocks[blocks.count - 1].lines.append(
        contentsOf: (isBehindBlank ? [""] : []) + [String(line.dropFirst(4))])
    }
    if let level = underlined(by: text) { return blocks[blocks.count - 1].kind = .heading(level: level) }
    if Self.isRule(text) { return add(.rule, [], place) }
    if let heading = Self.heading(text) { return add(.heading(level: heading.level), [heading.text], place) }
    if text.hasPrefix("|") { return Self.isRuleOfTable(text) ? () : add(.row, [text], place) }
    if let item = Self.item(text) { return add(.item(depth: depth / 2, sign: item.sign), [item.text], place) }
    if text.hasPrefix(">") { return join(String(text.dropFirst()).trimmed, of: .quote, endingIn: line, place) }
    join(text, of: .paragraph, endingIn: line, place)
  }

  private mutating func add(_ kind: MarkdownBlock.Kind, _ lines: [String], _ place: Int) {
    blocks.append(MarkdownBlock(kind: kind, lines: lines, place: place, isApart: isBehindBlank))
  }

  private var isInList: Bool {
    if case .item? = blocks.last?.kind { true } else { false }
  }

  /// A line that goes on with what stands above it, unless that has ended.
  private mutating func join(_ text: String, of kind: MarkdownBlock.Kind, endingIn line: Substring, _ place: Int) {
    let goesOn = !isBehindBlank && (blocks.last?.kind == kind || kind == .paragraph && isInList)
    let text = line.hasSuffix("\\") ? String(text.dropLast()) : text
    if goesOn { blocks[blocks.count - 1].goOn(with: text) } else { add(kind, [text], place) }
    if line.hasSuffix("  ") || line.hasSuffix("\\") { blocks[blocks.count - 1].lines.append("") }
  }
}

extension MarkdownBlock {
  /// Another line of the text, on the same line of the block.
  fileprivate mutating func goOn(with text: String) {
    let last = lines.count - 1
    lines[last] += (lines[last].isEmpty ? "" : " ") + text
  }
}

// The beginnings of lines.
extension MarkdownReading {
  private static func heading(_ text: String) -> (level: Int, text: String)? {
    let level = text.prefix { $0 == "#" }.count
    guard (1...6).contains(level), text.dropFirst(level).first.map(\.isWhitespace) ?? true else { return nil }
    let words = text.dropFirst(level).trimmed
    let end = words.reversed().drop { $0 == "#" }
    let isClosed = end.count < words.count && (end.first.map(\.isWhitespace) ?? true)
    return (level, isClosed ? String(end.reversed()).trimmed : words)
  }

  /// `===` or `---` below a paragraph.
  private func underlined(by text: String) -> Int? {
    guard blocks.last?.kind == .paragraph, !isBehindBlank, let mark = text.first, "=-".contains(mark),
      text.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == "=" ? 1 : 2
  }

  private static func isRule(_ text: String) -> Bool {
    let marks = text.filter { !$0.isWhitespace }
    guard marks.count >= 3, let mark = marks.first, "-*_".contains(mark) else { return false }
    return marks.allSatisfy { $0 == mark }
  }

  private static func isRuleOfTable(_ text: String) -> Bool {
    text.contains("-") && text.allSatisfy { "|-: ".contains($0) }
  }

  private static func item(_ text: String) -> (sign: String, text: String)? {
    let sign: Substring
    if let first = text.first, "-*+".contains(first) {
      sign = "-"
    } else {
      let number = text.prefix { $0.isASCII && $0.isNumber }
      guard (1...9).contains(number.count), let end = text.dropFirst(number.count).first, ".)".contains(end) else {
        return nil
      }
      sign = "\(number)."
    }
    let rest = text.dropFirst(sign.count)
    guard rest.first.map(\.isWhitespace) ?? true else { return nil }
    return (String(sign), rest.trimmed)
  }
}
