import Foundation
import TestSupport
import Testing

/// Holds `Tests/README.md` and the tests together: whoever looks for a feature's tests finds them.
@Suite("The table of features and their suites", .timeLimit(.minutes(2)))
struct FeatureTableTests {
  /// How many features there are of each kind.
  private static let counts: KeyValuePairs = [
    "R": 18, "S": 10, "T": 3, "G": 7, "C": 10, "D": 4, "M": 3, "E": 4, "B": 2, "X": 18,
  ]

  /// Those that are built before others with smaller numbers.
  private static let ahead = ["X24"]

  private struct Row {
    let id: String
    let suites: [String]
  }

  private func rows() throws -> [Row] {
    let page = String(decoding: try readFile("\(Repository.root)/Tests/README.md"), as: UTF8.self)
    return page.matches(of: /\n\| ([A-Z]\d+) \| [^|]+ \| ([^|]+) \|(?=\n)/).map { match in
      Row(id: String(match.1), suites: match.2.matches(of: /`(\w+)`/).map { String($0.1) })
    }
  }

  @Test("has every feature once, in order, with a suite")
  func complete() throws {
    let rows = try rows()
    let numbered = Self.counts.flatMap { kind, count in (1...count).map { "\(kind)\($0)" } }
    #expect(rows.map(\.id) == numbered + Self.ahead)
    for row in rows { #expect(!row.suites.isEmpty, "\(row.id)") }
  }

  @Test("names suites that are there and hold tests")
  func present() throws {
    let tests = try testsBySuite()
    for row in try rows() {
      for suite in row.suites { #expect(tests[suite, default: 0] > 0, "\(row.id): \(suite)") }
    }
  }

  @Test("has a mutation for every feature, which can still be made, and whose suites are there")
  func mutations() throws {
    let lines = String(decoding: try readFile("\(Repository.root)/Scripts/mutations"), as: UTF8.self).split(
      separator: "\n")
    let tests = try testsBySuite()
    let mutations = lines.filter { !$0.hasPrefix("#") }.map { line in
      line.split(separator: " | ").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for mutation in mutations {
      try #require(mutation.count == 5, "\(mutation)")
      let source = String(decoding: try readFile("\(Repository.root)/\(mutation[1])"), as: UTF8.self)
      #expect(Self.inOneLine(source).ranges(of: mutation[2]).count == 1, "\(mutation[0]): \(mutation[2])")
      for suite in mutation[4].split(separator: " ") { #expect(tests[String(suite), default: 0] > 0, "\(suite)") }
    }
    #expect(Set(mutations.map { $0[0] }) == Set(try rows().map(\.id)))
  }

  @Test("has promises of every feature of the older libraries, each with a program of that row that is there")
  func promises() throws {
    let page = String(decoding: try readFile("\(Repository.root)/Tests/README.md"), as: UTF8.self)
    let promises = page.matches(of: /\n\| ([A-Z]\d+) \| [^|]+ \| ([^|]+) \| holds \|(?=\n)/)
    for promise in promises {
      let programs = promise.2.matches(of: /`(\w+)\.(\w+)`/)
      #expect(!programs.isEmpty, "\(promise.1)")
      for program in programs {
        let titles = try titles(in: String(program.1), of: String(program.2))
        #expect(titles.count == 1 && titles.first?.contains(promise.1) == true, "\(promise.1): \(program.0)")
      }
    }
    #expect(Set(promises.map { String($0.1) }) == Set(try rows().map(\.id).filter { !$0.hasPrefix("X") }))
  }

  /// The rows that the titles of a suite's programs of that name begin with.
  private func titles(in suite: String, of program: String) throws -> [[Substring]] {
    let path = "\(Repository.root)/Tests/Seeds/Tests/Rows/\(suite).swift"
    let text = String(decoding: try readFile(path), as: UTF8.self)
    return text.components(separatedBy: "@Test(").dropFirst().compactMap { test in
      guard let name = test.firstMatch(of: /func (\w+)\(/), name.1 == program,
        let rows = test.prefixMatch(of: /\s*"([A-Z0-9, ]+):/)
      else { return nil }
      return rows.1.split(separator: ", ")
    }
  }

  private static func inOneLine(_ source: String) -> String {
    source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// How many tests each suite's own file declares.
  private func testsBySuite() throws -> [String: Int] {
    let root = "\(Repository.root)/Tests"
    let files = try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }
    return try files.filter { $0.hasSuffix("Tests.swift") }.reduce(into: [:]) { counts, file in
      let text = String(decoding: try readFile("\(root)/\(file)"), as: UTF8.self)
      for suite in text.matches(of: /struct (\w+)/) where file.hasSuffix("/\(suite.1).swift") {
        counts[String(suite.1), default: 0] += text.matches(of: /@Test\(/).count
      }
    }
  }
}
