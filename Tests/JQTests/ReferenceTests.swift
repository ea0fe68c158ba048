import Foundation
import JQ
import ParleyEngine
import Testing

/// Where jq's own tests are, if that is said.
private let jqTests = ProcessInfo.processInfo.environment["JQ_TESTS"]

/// Runs jq's own tests where they are: `JQ_TESTS` names the folder `tests` of jq 1.7.1's sources.
@Suite(
  "jq's own tests",
  .enabled(if: jqTests != nil, "JQ_TESTS does not name the folder of jq's tests"),
  .timeLimit(.minutes(5)))
struct ReferenceTests {
  @Test("They pass, but for the exceptions", arguments: ["jq.test", "man.test", "onig.test", "base64.test"])
  func pass(_ file: String) throws {
    let text = try String(contentsOfFile: (jqTests ?? "") + "/" + file, encoding: .utf8)
    let tests = ReferenceTest.read(text)
    #expect(!tests.isEmpty)
    for test in tests where Self.reason(for: test) == nil {
      #expect(test.outcome == test.expectation, "\(file):\(test.line): \(test.filter)")
    }
  }

  /// Why a test of jq is none of ours.
  private static func reason(for test: ReferenceTest) -> String? {
    if let known = exceptions[test.filter] { return known }
    if test.filter.hasPrefix("import ") || test.filter.hasPrefix("include ") { return "A filter reads no files." }
    if test.input.contains("NaN") || test.input.contains("nan]") || test.input == #"{"a":nan}"# {
      return "The input is no JSON."
    }
    return nil
  }

  private static let exceptions = [
    "modulemeta": "A filter reads no files.",
    "modulemeta | .deps | length": "A filter reads no files.",
    "modulemeta | .defs | length": "A filter reads no files.",
    "try input catch .": "A filter has one input.",
    "debug": "A filter writes nothing but its outputs.",
    "$ENV.PAGER": "A filter does not read the environment.",
    "env.PAGER": "A filter does not read the environment.",
    "map([., . == 1]) | tojson": "Numbers keep their digits: 100e-2 stays as it is written, where jq writes 1.00.",
    #"[match(".+?\\b")]"#: "In PCRE2 10.42 a combining mark is no part of a word.",
  ]
}

/// One test of jq's format: a filter, an input and the outputs, or a filter that does not compile.
struct ReferenceTest {
  let line: Int
  let filter: String
  let input: String
  /// Nil where the filter must not compile.
  let expectation: [JSONValue?]?

  var outcome: [JSONValue?]? {
    guard let program = try? JQProgram(filter) else { return nil }
    guard let input = try? JSONValue(parsing: input) else { return [] }
    var outputs: [JSONValue?] = []
    // As in jq's own runner, an error behind the outputs does not count.
    try? program.forEachValue(of: JQDocument(input)) { outputs.append($0) }
    return outputs
  }

  static func read(_ text: String) -> [ReferenceTest] {
    var lines = text.components(separatedBy: "\n").enumerated().map { (number: $0 + 1, text: $1) }[...]
    var tests: [ReferenceTest] = []
    while let first = lines.popFirst() {
      if isBlank(first.text) { continue }
      if first.text.hasPrefix("%%FAIL") {
        guard let filter = lines.popFirst() else { break }
        _ = block(&lines)
        tests.append(ReferenceTest(line: filter.number, filter: filter.text, input: "", expectation: nil))
      } else {
        let input = lines.popFirst()?.text.replacing("\u{FEFF}", with: "") ?? ""
        let outputs = block(&lines).map { try? JSONValue(parsing: $0) }
        tests.append(ReferenceTest(line: first.number, filter: first.text, input: input, expectation: outputs))
      }
    }
    return tests
  }

  /// The lines up to an empty one.
  private static func block(_ lines: inout ArraySlice<(number: Int, text: String)>) -> [String] {
    let block = lines.prefix { !isBlank($0.text) }
    lines = lines.dropFirst(block.count)
    return block.map(\.text)
  }

  private static func isBlank(_ line: String) -> Bool {
    let text = line.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
    return text.isEmpty || text.hasPrefix("#")
  }
}
