package import ParleyModel
import ParleyText

/// The definition of a local job, which is one of its kinds.
package struct JobDefinition: Sendable, Equatable {
  package var jq: Located<JQFilter>?
  /// A program with its arguments.
  package var run: Located<[String]>?
  /// For a program.
  package var timeout: Located<Duration>?
  /// Variables with secrets of Parley that a program gets all the same.
  package var env: [String] = []
  package var wait: Located<Duration>?
  package var assert: [Located<JQFilter>] = []
  /// Shared keys, and what they are set to.
  package var set: [Row] = []

  package init() {}

  /// The one that it is; of a job with several the first.
  package var kind: JobKind? { kinds.first }

  /// Those that are said.
  var kinds: [JobKind] { JobKind.allCases.filter { $0.isSaid(in: self) } }

  var filters: [Located<JQFilter>] { [jq].compactMap(\.self) + assert }

  /// A description of the job in one line.
  package var text: String { kind?.text(of: self) ?? "" }
}

extension JobKind {
  /// The key that says it, and those that mean something only beside it.
  var keys: [Form<NodeDefinition>.Key] {
    switch self {
    case .jq: [.init(rawValue, \.job.jq, .filter, help)]
    case .assert: [.init(rawValue, \.job.assert, .filters, help)]
    case .set: [.init(rawValue, \.job.set, .rows(of: .sharedKey), help)]
    case .wait: [.init(rawValue, \.job.wait, .duration, help)]
    case .run:
      [
        .init(rawValue, \.job.run, .arguments, help),
        .init("timeout", \.job.timeout, .duration, "Time limit for `run`.", default: "30s"),
        .init(
          "env", \.job.env, .variableNames,
          "For `run`: environment variables that the program gets although the workspace reads secrets from them."),
      ]
    }
  }

  fileprivate func isSaid(in job: JobDefinition) -> Bool {
    switch self {
    case .jq: job.jq != nil
    case .assert: !job.assert.isEmpty
    case .set: !job.set.isEmpty
    case .wait: job.wait != nil
    case .run: job.run != nil
    }
  }

  fileprivate func text(of job: JobDefinition) -> String {
    switch self {
    case .jq: job.jq?.value.text ?? ""
    case .assert: "assert " + job.assert.map(\.value.text).joined(separator: " and ")
    case .set: "set " + job.set.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    case .wait: "wait " + (job.wait.map { DurationText.text(of: $0.value) } ?? "")
    case .run: ShellWords.line(of: job.run?.value ?? [])
    }
  }

  /// The least there is of its kind, until a person says more.
  package var least: JobDefinition {
    var job = JobDefinition()
    switch self {
    case .jq: job.jq = Self.filter(".")
    case .assert: job.assert = [Self.filter("true")].compactMap(\.self)
    case .set: job.set = [Row("key", "{{input}}")]
    case .wait: job.wait = Located(.seconds(1))
    // It gives back what it is given.
    case .run: job.run = Located(["cat"])
    }
    return job
  }

  private static func filter(_ text: String) -> Located<JQFilter>? {
    (try? JQFilter(parsing: text)).map { Located($0) }
  }
}

extension Reader where Value == [String] {
  /// A program with its arguments.
  fileprivate static var arguments: Reader {
    let expected = "a list: a program and its arguments"
    return Reader(expected, .list(.text()), write: { .list($0.map { .text($0) }) }) { node, decoding in
      guard let items = node.items, !items.isEmpty else { return decoding.mismatch(node, expected: expected) }
      let words = items.compactMap { $0.text ?? decoding.mismatch($0, expected: "text") }
      return words.count == items.count ? words : nil
    }
  }

  /// Names of variables of the operating system, or one.
  fileprivate static var variableNames: Reader {
    let expected = "the name of an environment variable such as API_TOKEN, or a list of names"
    let name = Schema.text(pattern: "^[A-Za-z_][A-Za-z0-9_]*$")
    return Reader(
      expected, .either([name, .list(name)]), write: { $0.isEmpty ? nil : .list($0.map { .text($0) }) }
    ) { node, decoding in
      guard !node.isAbsent else { return [] }
      return (node.items ?? [node]).compactMap { item -> String? in
        guard let text = item.text, Variable.isName(text), !text.contains("-") else {
          return decoding.mismatch(item, expected: expected)
        }
        return text
      }
    }
  }
}
