package import ParleyEngine
package import ParleyModel
internal import ParleyText

/// The definition of a local job, which is one of its kinds.
package struct JobDefinition: Sendable, Equatable {
  @Sparse package var jq: Located<JQFilter>?
  /// A program with its arguments.
  @Sparse package var run: Located<[String]>?
  /// For a program.
  @Sparse package var timeout: Located<Duration>?
  /// Variables with secrets of Parley that a program gets all the same.
  package var env: [String] = []
  @Sparse package var wait: Located<Duration>?
  package var assert: [Located<JQFilter>] = []
  /// Shared keys, and what they are set to.
  package var set: [Row] = []

  package init() {}
}

extension JobKind {
  /// The one declaration of what a job of this kind is told in a file.
  package var content: JobContent {
    switch self {
    case .jq: .filter(\.jq)
    case .assert: .conditions(\.assert)
    case .set: .rows(\.set, of: .sharedKey)
    case .wait: .duration(\.wait)
    case .run: .program(\.run)
    }
  }

  /// The keys that mean something only beside it.
  private var companions: [Form<JobDefinition>.Key] {
    switch self {
    case .run:
      [
        .init("timeout", \.timeout, .duration, "Time limit for `run`.", default: "30s"),
        .init(
          "env", \.env, .variableNames,
          "For `run`: environment variables that the program gets although the workspace reads secrets from them."),
      ]
    case .jq, .assert, .set, .wait: []
    }
  }

  var keys: [Form<JobDefinition>.Key] { [content.key(rawValue, help)] + companions }

  /// Whether a line that shows its content needs no word in front.
  private var isPlain: Bool { self == .jq || self == .run }

  fileprivate func text(of job: JobDefinition) -> String {
    isPlain ? content.text(in: job) : "\(rawValue) \(content.text(in: job))"
  }

  /// The least there is of its kind, until a person says more.
  package var least: JobDefinition {
    var job = JobDefinition()
    content.sayLeast(in: &job)
    return job
  }
}

extension JobDefinition {
  /// The one that it is; of a job with several the first.
  package var kind: JobKind? { Self.contents.first { $0.content.isSaid(in: self) }?.kind }

  /// Those that are said.
  var kinds: [JobKind] { Self.contents.filter { $0.content.isSaid(in: self) }.map(\.kind) }

  package var filters: [Located<JQFilter>] { Self.contents.flatMap { $0.content.filters(in: self) } }

  /// Every text in which templates may stand.
  package var texts: [JobText] {
    var (job, texts) = (self, [JobText]())
    job.visitTexts { texts.append($0) }
    return texts
  }

  mutating func visitTexts(_ visit: (inout JobText) -> Void) {
    for (kind, content) in Self.contents { content.visitTexts(in: &self, of: kind, visit) }
  }

  /// The programs that it runs, with their arguments.
  package var programs: [[String]] { Self.programPaths.compactMap { self[keyPath: $0]?.value } }

  /// A description of the job in one line.
  package var text: String { kind?.text(of: self) ?? "" }

  /// The same, as it stands in no file.
  package var withoutPlaces: JobDefinition {
    Self.contents.reduce(into: self) { $1.content.dropPlaces(in: &$0) }
  }

  // Every step of a workspace is asked for them more than once.
  private static let contents = JobKind.allCases.map { (kind: $0, content: $0.content) }
  private static let programPaths = contents.compactMap(\.content.program)
}

extension Reader where Value == [String] {
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
