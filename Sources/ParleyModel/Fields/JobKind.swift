/// The kinds of local jobs, by the keys that say them in a file, in the order in which they are offered.
///
/// `JobDefinition.swift` has what each is told in a file, and `GroupRendering+Jobs.swift` what it does.
package enum JobKind: String, Hashable, Sendable, CaseIterable {
  case jq, assert, set, wait, run

  /// As a person calls it who looks for a step to add.
  package var title: String { declared.title }
  /// The job's effect, in a few words.
  package var note: String { declared.note }
  /// Whether its result is its input.
  package var passesOn: Bool { declared.passesOn }

  package var help: String { "Local job: \(declared.effect)\(passesOn ? ", then passes on its input" : "")." }

  private var declared: (title: String, note: String, effect: String, passesOn: Bool) {
    switch self {
    case .jq: ("filter", "computes a value with jq", "applies a jq filter to its input", false)
    case .assert: ("assert", "fails unless a filter is true", "fails unless all filters are true", true)
    case .set: ("set", "writes shared keys", "sets shared keys", true)
    case .wait: ("wait", "waits for a time", "waits", true)
    case .run:
      (
        "program", "runs a program: JSON in, JSON out",
        "runs a trusted program with JSON on standard input and standard output; empty output is `null`", false
      )
    }
  }
}
