import TestSupport
import Testing

/// The table of counted budgets, `Benchmarks/budgets`.
struct BudgetTable {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// Instructions of one round; of the whole program where there are no rounds.
    var budget: Int
    /// How often it is done for one count.
    let rounds: Int?

    var testDescription: String { name }

    fileprivate init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 2 || words.count == 3, !line.hasPrefix("#"), let budget = Int(words[1]) else { return nil }
      (name, self.budget) = (String(words[0]), budget)
      rounds = words.dropFirst(2).first.flatMap { Int($0) }
    }
  }

  static let path = "\(Repository.root)/Benchmarks/budgets"
  private(set) var rows: [Row]
  private let text: String

  init() throws {
    text = String(decoding: try readFile(Self.path), as: UTF8.self)
    rows = text.split(separator: "\n").compactMap { Row($0) }
  }

  /// The table with another number in one row, and every other byte as it is.
  func replacing(_ row: Row, by count: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard Row(line)?.name == row.name else { return String(line) }
      let old = "\(row.budget)"
      let new = String(repeating: " ", count: max(0, old.count - "\(count)".count)) + "\(count)"
      return String(line).replacing(" \(old)", with: " \(new)", maxReplacements: 1)
    }
    return lines.joined(separator: "\n")
  }
}
