import TestSupport

/// A page of the documentation, as somebody reads it who types what it says.
struct Page {
  /// A line that is meant for a shell.
  struct CommandLine: Sendable, CustomStringConvertible {
    let page: String
    /// Counted from 1.
    let number: Int
    /// Without its comment.
    let text: String
    let comment: String

    var description: String { "\(page):\(number): \(text)" }

    /// What the page says it ends with: `exit status 1`, or else 0.
    var status: Int32 {
      comment.firstMatch(of: /exit status (\d+)/).flatMap { Int32($0.output.1) } ?? 0
    }
  }

  /// Relative to the project's folder.
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(decoding: readFile("\(Repository.root)/\(path)"), as: UTF8.self)
  }

  /// Every command line of its blocks, in their order.
  var commandLines: [CommandLine] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      guard line.hasPrefix("    "), Self.isCommand(line) else { return nil }
      let (text, comment) = Self.parts(line)
      return CommandLine(page: path, number: index + 1, text: text, comment: comment)
    }
  }

  /// Commands that a sentence speaks of, such as `parley runs list`.
  var commandsInSentences: [String] {
    text.matches(of: /`((?:parley|parley-demo|make) [^`]+)`/).map { String($0.output.1) }
  }

  /// Files that the page shows: blocks that begin with `# ~/PATH`, by their paths.
  var filesAtHome: [(path: String, text: String)] {
    text.split(separator: "\n\n").compactMap { block in
      guard let path = block.firstMatch(of: /^    # ~\/(\S+)/)?.output.1 else { return nil }
      return (String(path), block.split(separator: "\n").map { "\($0.dropFirst(4))\n" }.joined())
    }
  }

  /// The text of the section that begins with this heading, up to the next one.
  func section(_ heading: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0 == "## \(heading)" }) else { return "" }
    return lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.joined(separator: "\n")
  }

  private static let programs: Set<String> = [
    "parley", "parley-demo", "make", "git", "cd", "export", "python3", ".venv/bin/pip", ".venv/bin/python",
  ]

  private static func isCommand(_ line: Substring) -> Bool {
    let words = line.split(separator: " ").drop { $0.wholeMatch(of: /[A-Z_]+=\S*/) != nil }
    // “parley → Workbench” is a drawing.
    return words.first.map { programs.contains(String($0)) } == true && !line.contains("→")
  }

  private static func parts(_ line: Substring) -> (text: String, comment: String) {
    let mark = line.firstRange(of: " #")
    let text = mark.map { line[..<$0.lowerBound] } ?? line
    let comment = mark.map { line[$0.upperBound...] } ?? ""
    return (String(text).trimmed, String(comment).trimmed)
  }
}

extension String {
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
