import ParleyText

/// A file of Bruno's format: blocks by name, each a list of `name: value`, a text, or a list of names.
///
///     meta { name: Sign in }          get { url: … }          body:json { … }
struct BrunoFile {
  struct Entry: Equatable {
    var name: String
    var value: String
    /// A name that begins with `~` is switched off.
    var isOn: Bool
  }

  private var blocks: [(name: String, lines: [String])] = []

  init(_ text: String) {
    var name: String?
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) {
      if let open = name {
        // Only a brace at the line's front ends a block: those of a body are indented.
        if line.hasPrefix("}") || line.hasPrefix("]") {
          blocks.append((open, lines))
          (name, lines) = (nil, [])
        } else {
          lines.append(line)
        }
      } else if line.hasSuffix("{") || line.hasSuffix("[") {
        name = String(line.dropLast()).trimmed
      }
    }
  }

  var names: [String] { blocks.map(\.name) }

  /// The text of a block, without its indentation; nil where there is none.
  package func text(_ name: String) -> String? {
    guard let lines = blocks.first(where: { $0.name == name })?.lines else { return nil }
    return lines.map { $0.hasPrefix("  ") ? String($0.dropFirst(2)) : $0 }.joined(separator: "\n")
  }

  func entries(_ name: String) -> [Entry] {
    (blocks.first { $0.name == name }?.lines ?? []).compactMap { line in
      let text = line.trimmed
      guard !text.isEmpty else { return nil }
      let isOn = !text.hasPrefix("~")
      let parts = text.drop { $0 == "~" }.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]).trimmed : ""
      return Entry(name: String(parts[0]).trimmed.trimmingComma, value: value, isOn: isOn)
    }
  }

  func value(_ block: String, _ name: String) -> String? {
    entries(block).first { $0.name == name && $0.isOn }?.value
  }
}

extension String {
  fileprivate var trimmingComma: String { hasSuffix(",") ? String(dropLast()) : self }
}
