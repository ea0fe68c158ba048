/// The kinds of local jobs, by the keys that say them in a file, in the order in which they are offered.
///
/// How each is read and written stands in `JobDefinition.swift`, and what it does in `GroupRendering+Jobs.swift`.
package enum JobKind: String, Hashable, Sendable, CaseIterable {
  case jq, assert, set, wait, run

  /// As a person calls it who looks for a step to add.
  package var title: String { declared.title }
  /// The job's effect, in a few words.
  package var note: String { declared.note }
  package var help: String { declared.help }

  private var declared: (title: String, note: String, help: String) {
    switch self {
    case .jq: ("filter", "computes a value with jq", "Local job: applies a jq filter to its input.")
    case .assert:
      (
        "assert", "fails unless a filter is true",
        "Local job: fails unless all filters are true, then passes on its input."
      )
    case .set: ("set", "writes shared keys", "Local job: sets shared keys, then passes on its input.")
    case .wait: ("wait", "waits for a time", "Local job: waits, then passes on its input.")
    case .run:
      (
        "program", "runs a program: JSON in, JSON out",
        "Local job: runs a trusted program with JSON on standard input and standard output; empty output is `null`."
      )
    }
  }
}
