internal import ParleyEngine

/// YAML as other programs write it (YAML 1.2): with anchors, tags and several documents, and with tabs where libyaml,
/// which knows YAML 1.1, wants none.
struct ForeignYAML {
  /// The document, and notes on what was not read of it.
  struct Reading {
    let root: YAMLNode?
    let notes: [ImportNote]
  }

  private let name: String
  private let bytes: [UInt8]
  private static let limits = YAMLLimits(size: ImportSource.limit, depth: 512, isForeign: true)
  /// Mistakes that do not keep the rest from being read.
  private static let bearable: Set<Diagnostic.Code> = [.duplicateKey, .tag, .severalDocuments, .keyIsNoText, .alias]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  func read() throws(ImportError) -> Reading {
    let document = parsed(bytes)
    guard let mistake = mistake(in: document) else { return reading(of: document) }
    guard mistake.code == .syntax, bytes.contains(UInt8(ascii: "\t")) else { throw .unreadable(mistake) }
    let other = parsed(TabbedYAML(bytes).bytes)
    guard self.mistake(in: other) == nil else { throw .unreadable(mistake) }
    return reading(of: other)
  }

  private func parsed(_ bytes: [UInt8]) -> YAMLDocument {
    YAMLDocument.parse(SourceText(file: name, bytes: bytes), limits: Self.limits)
  }

  private func mistake(in document: YAMLDocument) -> Diagnostic? {
    document.diagnostics.first { $0.severity == .error && !Self.bearable.contains($0.code) }
  }

  private func reading(of document: YAMLDocument) -> Reading {
    let notes = document.diagnostics.filter { $0.code != .tag }.map {
      ImportNote("line \($0.place.line)", "Not read: \($0.message).")
    }
    return Reading(root: document.root, notes: notes)
  }
}

/// A text of YAML with spaces in the place of those tabs that YAML 1.2 allows and YAML 1.1 does not: at the start of a
/// block, on lines that are otherwise empty, in front of a comment, and behind the hyphen of an item.
struct TabbedYAML {
  private var lines: [ArraySlice<UInt8>]
  private var result: [UInt8] = []
  private static let (blank, tab) = (UInt8(ascii: " "), UInt8(ascii: "\t"))

  init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  var bytes: [UInt8] {
    var copy = self
    var index = 0
    while index < copy.lines.count { index = copy.add(lineAt: index) }
    if copy.result.last == UInt8(ascii: "\n") { copy.result.removeLast() }
    return copy.result
  }

  /// - Returns: the line with which reading goes on.
  private mutating func add(lineAt index: Int) -> Int {
    let line = lines[index]
    guard let header = BlockHeader(line) else {
      append(Self.withoutTabs(line))
      return index + 1
    }
    let block = lines[(index + 1)...].prefix { Self.isEmpty($0) || Self.spaces($0) > header.indentation }
    append(header.hasIndentation ? line[...] : header.line(indenting: Self.indentation(of: block), line))
    for inner in block { append(inner) }
    return index + 1 + block.count
  }

  private mutating func append(_ line: ArraySlice<UInt8>) {
    result += line
    result.append(UInt8(ascii: "\n"))
  }

  private static func spaces(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == blank }.count }

  private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    line.allSatisfy { $0 == blank || $0 == UInt8(ascii: "\r") }
  }

  /// Of a block whose first line begins with a tab behind its spaces; nil for any other.
  private static func indentation(of block: ArraySlice<ArraySlice<UInt8>>) -> Int? {
    guard let first = block.first(where: { !isEmpty($0) }), first.dropFirst(spaces(first)).first == tab else {
      return nil
    }
    return spaces(first)
  }

  private static func withoutTabs(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = line.prefix { $0 == blank || $0 == tab }
    let rest = line[start.endIndex...]
    if rest.isEmpty || rest.first == UInt8(ascii: "\r") { return [] }
    if rest.first == UInt8(ascii: "#") { return rest }
    if rest.first == UInt8(ascii: "-"), rest.dropFirst().first == tab {
      return (Array(start) + [UInt8(ascii: "-"), blank] + rest.dropFirst(2).drop { $0 == tab || $0 == blank })[...]
    }
    return line
  }
}

/// A line that begins a block scalar: `key: |-` or `- >`.
private struct BlockHeader {
  /// Of the map or list that the block belongs to.
  let indentation: Int
  let hasIndentation: Bool
  private let end: Int

  init?(_ line: ArraySlice<UInt8>) {
    let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    guard let mark = text.lastIndex(where: { $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ">") }),
      mark > text.startIndex, text[mark - 1] == UInt8(ascii: " "),
      text[(mark + 1)...].allSatisfy({ "+-123456789 ".utf8.contains($0) })
    else { return nil }
    let before = text[..<mark].reversed().drop { $0 == UInt8(ascii: " ") }
    guard let last = before.first, last == UInt8(ascii: ":") || last == UInt8(ascii: "-") else { return nil }
    // A key behind hyphens belongs to a map that begins there.
    let lead = text.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
    indentation = last == UInt8(ascii: ":") ? lead.count : max(0, lead.count - 2)
    hasIndentation = text[(mark + 1)...].contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    end = mark + 1
  }

  func line(indenting block: Int?, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let block, (1...9).contains(block - indentation) else { return line }
    let digit = UInt8(ascii: "0") + UInt8(block - indentation)
    return (line[..<end] + [digit] + line[end...])[...]
  }
}
