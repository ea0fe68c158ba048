import ParleyText

/// The lines of a `.http` file between two lines that begin with `###`, taken apart: what is said about the request,
/// its first line, its headers and what follows.
struct HTTPFileBlock {
  /// A line such as `# @timeout 5`.
  struct Setting {
    let name: String
    let value: String
  }

  private(set) var title = ""
  private var lines: [String] = []
  /// Of its first line, counted from 1.
  private(set) var line = 1

  private(set) var variables: [String] = []
  private(set) var settings: [Setting] = []
  private(set) var comments: [String] = []
  private(set) var hasScriptBefore = false
  /// Empty where the block has no request.
  private(set) var request = ""
  private(set) var headers: [String] = []
  /// Lines among the headers that are none.
  private(set) var otherLines: [String] = []
  private(set) var body: [String] = []
  /// From `> …` to the end.
  private(set) var handler: [String] = []
  /// The files that the response is written to, as in `>> out.json`.
  private(set) var outputs: [String] = []

  static func all(in text: String) -> [HTTPFileBlock] {
    var blocks = [HTTPFileBlock()]
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.hasPrefix("###") {
        var block = HTTPFileBlock()
        block.title = String(line.drop { $0 == "#" }).trimmed
        block.line = index + 1
        blocks.append(block)
      } else {
        blocks[blocks.count - 1].lines.append(String(line))
      }
    }
    for index in blocks.indices { blocks[index].takeApart() }
    return blocks
  }

  static func isComment(_ line: String) -> Bool { line.hasPrefix("#") || line.hasPrefix("//") }

  /// The name that other requests know it by: a setting, or the title.
  var name: String { settings.last { $0.name == "name" }?.value ?? title }

  func has(_ setting: String) -> Bool { settings.contains { $0.name == setting } }

  private mutating func takeApart() {
    var rest = lines[...]
    while let line = rest.first?.trimmed,
      line.isEmpty || line.hasPrefix("@") || Self.isComment(line) || line.hasPrefix("<")
    {
      rest.removeFirst()
      if line.hasPrefix("@") { variables.append(line) }
      if line.hasPrefix("<") { skipScript(&rest, line) }
      if Self.isComment(line) { take(comment: line) }
    }
    guard let first = rest.popFirst()?.trimmed else { return }
    request = first + (CurlText.isCommand(first) ? "" : Self.continuation(&rest))
    if CurlText.isCommand(first) {
      body = Array(rest)
    } else {
      readHeaders(&rest)
    }
    readBody(rest)
  }

  /// `@name login` is a setting; any other comment is a note.
  private mutating func take(comment line: String) {
    let comment = String(line.drop { $0 == "#" || $0 == "/" }).trimmed
    guard comment.hasPrefix("@"), let match = comment.firstMatch(of: /^@([\w-]+)[ =]*(.*)$/) else {
      if !comment.isEmpty { comments.append(comment) }
      return
    }
    settings.append(Setting(name: String(match.1), value: String(match.2).trimmed))
  }

  /// `< {% … %}` in front of a request.
  private mutating func skipScript(_ rest: inout ArraySlice<String>, _ line: String) {
    hasScriptBefore = true
    guard line.contains("{%"), !line.contains("%}") else { return }
    while let line = rest.popFirst(), !line.contains("%}") {}
  }

  /// A long URL goes on in lines that begin with `?` or `&`, or are indented and begin with a slash.
  private static func continuation(_ rest: inout ArraySlice<String>) -> String {
    var text = ""
    while let line = rest.first {
      let first = line.trimmed.prefix(1)
      let isComment = text.isEmpty == false && Self.isComment(line.trimmed)
      guard
        ["?", "&"].contains(first) || first == "/" && line.first?.isWhitespace == true && !line.trimmed.hasPrefix("//")
          || isComment
      else { break }
      if !isComment { text += line.trimmed }
      rest.removeFirst()
    }
    return text
  }

  private mutating func readHeaders(_ rest: inout ArraySlice<String>) {
    while let line = rest.first?.trimmed, !line.isEmpty {
      if line.hasPrefix("> ") || line.hasPrefix(">>") { return }
      rest.removeFirst()
      if Self.isComment(line) {
        take(comment: line)
      } else if line.contains(":") {
        headers.append(line)
      } else if !line.hasPrefix("<>") {
        otherLines.append(line)
      }
    }
  }

  private mutating func readBody(_ rest: ArraySlice<String>) {
    let kept = body.isEmpty ? rest.filter { !$0.hasPrefix("<>") } : body
    let end = kept.firstIndex { $0.hasPrefix("> ") || $0.hasPrefix(">>") } ?? kept.count
    body = Array(kept[..<end])
    for line in kept[end...] where line.hasPrefix(">>") {
      let path = String(line.drop { $0 == ">" || $0 == "!" }).trimmed
      if !path.isEmpty { outputs.append(path) }
    }
    handler = Array(kept[end...].filter { !$0.hasPrefix(">>") }.drop { $0.trimmed.isEmpty })
  }
}
