/// The help's text below the abstract, by its parts.
struct Discussion: Sendable, Equatable {
  enum Block: Sendable, Equatable {
    case paragraph(String)
    case display([String])
  }

  private(set) var blocks: [Block] = []
  /// The lines under `Examples:`.
  private(set) var examples: [String] = []

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for part in lines.split(separator: "") { add(Array(part)) }
  }

  private mutating func add(_ lines: [String]) {
    switch lines[0] {
    case "Examples:": examples += Self.unindented(lines.dropFirst())
    // Every page has a table of its own.
    case "Exit status:": break
    case let first where first.hasPrefix(" "): blocks.append(.display(Self.unindented(lines[...])))
    default: blocks.append(.paragraph(lines.joined(separator: " ")))
    }
  }

  private static func unindented(_ lines: ArraySlice<String>) -> [String] {
    let depth = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(depth)) }
  }
}
