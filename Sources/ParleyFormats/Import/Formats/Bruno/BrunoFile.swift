import ParleyText

/// A file of Bruno's format: blocks by name, each a list of `name: value`, a text, or a list of names.
///
///     meta { name: Sign in }          get { url: … }          body:json { … }
///
/// A value between `'''` goes on over lines. A line such as `@number` in front of a pair says something about it.
struct BrunoFile {
  struct Entry: Equatable {
    var name: String
    var value: String
    /// A name that begins with `~` is switched off.
    var isOn = true
    /// `@contentType(…)` behind a value.
    var contentType: String?
    /// The paths of `@file(…)`.
    var files: [String]?
  }

  private var blocks: [(name: String, lines: [String])] = []

  init(_ text: String) {
    var name: String?
    var lines: [String] = []
    let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) {
      if let open = name {
        // Only a brace at the line's front ends a block: those of a body are indented.
        if line.hasPrefix("}") || line.hasPrefix("]") {
          blocks.append((open, lines))
          (name, lines) = (nil, [])
        } else {
          lines.append(line)
        }
      } else if line.trimmed.hasSuffix("{") || line.trimmed.hasSuffix("[") {
        name = String(line.trimmed.dropLast()).trimmed
      } else if line.contains("{") || line.contains("["), let whole = Self.oneLine(line) {
        blocks.append(whole)
      }
    }
  }

  /// `vars:secret [a, b]`
  private static func oneLine(_ line: String) -> (name: String, lines: [String])? {
    let text = line.trimmed
    guard text.hasSuffix("}") || text.hasSuffix("]"), let open = text.firstIndex(where: { $0 == "{" || $0 == "[" })
    else {
      return nil
    }
    let inner = String(text[text.index(after: open)...].dropLast()).trimmed
    let lines = text.hasSuffix("]") ? inner.split(separator: ",").map(String.init) : [inner]
    return (String(text[..<open]).trimmed, lines)
  }

  var names: [String] { blocks.map(\.name) }

  /// The text of a block, without its indentation; nil where there is none.
  package func text(_ name: String) -> String? {
    guard let lines = blocks.first(where: { $0.name == name })?.lines else { return nil }
    return lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
  }

  func entries(_ name: String) -> [Entry] {
    var entries: [Entry] = []
    var rest = (blocks.first { $0.name == name }?.lines ?? [])[...]
    while let line = rest.popFirst() {
      let text = line.trimmed
      guard !text.isEmpty, text.wholeMatch(of: /@\w+(\(.*\))?/) == nil else { continue }
      if text.hasPrefix("@"), text.contains("("), !text.contains(":") { continue }
      entries.append(Self.entry(text, &rest))
    }
    return entries
  }

  private static func entry(_ text: String, _ rest: inout ArraySlice<String>) -> Entry {
    let isOn = !text.hasPrefix("~")
    let (name, value) = pair(String(text.drop { $0 == "~" }))
    var entry = Entry(name: name.trimmingComma, value: value, isOn: isOn)
    if value.hasPrefix("'''") { entry.value = multiline(value, &rest) }
    // A list inside of a map, as of the tags of a request.
    if value == "[" {
      let items = rest.prefix { $0.trimmed != "]" }
      rest = rest.dropFirst(items.count + 1)
      entry.value = items.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
    }
    entry.readMarks()
    return entry
  }

  /// A name in quotes may have a colon.
  private static func pair(_ text: String) -> (name: String, value: String) {
    if text.hasPrefix("\""), let match = text.firstMatch(of: /^"((?:[^"\\]|\\.)*)"\s*:(.*)$/) {
      return (String(match.1).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"), String(match.2).trimmed)
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { String($0).trimmed }
    return (parts[0], parts.count > 1 ? parts[1] : "")
  }

  /// Lines up to the closing quotes, without their indentation. What follows those on the line stays behind the text.
  private static func multiline(_ first: String, _ rest: inout ArraySlice<String>) -> String {
    let start = first.dropFirst(3)
    if let end = start.firstRange(of: "'''") { return String(start[..<end.lowerBound]) + start[end.upperBound...] }
    var lines = start.isEmpty ? [] : [String(start)]
    while let line = rest.popFirst() {
      let inner = line.hasPrefix("    ") ? String(line.dropFirst(4)) : line
      guard let end = line.firstRange(of: "'''") else {
        lines.append(inner)
        continue
      }
      let last = String(line[..<end.lowerBound]).trimmed
      if !last.isEmpty { lines.append(last) }
      return lines.joined(separator: "\n") + line[end.upperBound...]
    }
    return lines.joined(separator: "\n")
  }

  /// Names in the maps that say something about the whole file, and that mean nothing here.
  var unread: [String] {
    names.flatMap { block in
      let known = BrunoKeys.blocks[block] ?? (BrunoItem.methods.contains(block) ? BrunoKeys.request : nil)
      return known.map { known in entries(block).filter { !known.contains($0.name) }.map { "\(block).\($0.name)" } }
        ?? []
    }
  }

  func value(_ block: String, _ name: String) -> String? {
    entries(block).first { $0.name == name && $0.isOn }?.value
  }
}

extension BrunoFile.Entry {
  /// Takes `@contentType(…)` and `@file(…)` out of the value.
  fileprivate mutating func readMarks() {
    if let match = value.firstMatch(of: /\s*@contentType\(([^)]*)\)\s*$/) {
      contentType = String(match.1).trimmed
      value = String(value[..<match.range.lowerBound])
    }
    if let match = value.wholeMatch(of: /@file\((.*)\)/) {
      files = match.1.split(separator: "|").map { String($0).trimmed }
    }
  }
}

extension String {
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
