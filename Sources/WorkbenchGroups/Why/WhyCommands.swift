import ParleyEngine
import ParleyModel
package import TerminalKit
import WorkbenchServices
import WorkbenchState

extension KeyContext {
  /// In the answer to *Why?*.
  package static let why: KeyContext = "groups.why"
}

extension WhyAsking: GroupsPart {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "groups.why", "Why?",
        help:
          "Shows why the step failed, was skipped or did not run, or why the value, status, header or row under the cursor is what it is, back to the first cause. Enter goes to what a line speaks of, Backspace comes back.",
        keys: ["W"], in: [.groupRun], hint: .init("why", rank: 12),
        disabledReason: { Reasons.needsShownRun($0) ?? Reasons.needsStep($0) }
      ) { state in
        [.then(.groups(.why(.askAt(isOnPart: state.focus == .step))))]
      },
      row(
        "why.run", "Why did the run fail?",
        "Shows why the first step failed, of the run under the cursor or of the group's newest run.", ["W"],
        in: [.groupList], hint: .init("why", rank: 42),
        disabledReason: { state in
          if state.groups.comparison != nil { return Reasons.isComparing }
          if state.groups.isEditing { return Reasons.isStillTyped }
          return state.groups.list.whyNothingFailed
        }
      ) { screen, _ in
        screen.askRun()
      },
      row(
        "why.try", "Try a value",
        "Tries another value at the line under the cursor, and shows what the filters and conditions below would give. Nothing is sent.",
        ["t"], .why(.edit), in: [.why], hint: .init("try a value", rank: 3)),
      row(
        "why.changes", "What has changed",
        "Shows what has changed on this way since the newest run that succeeded.", ["d"], .why(.changes), in: [.why],
        hint: .init("what changed", rank: 4)),
      row(
        "why.not", "Why not?", "Asks why a value is missing from what the step gave.", ["n"], .why(.whyNot), in: [.why],
        hint: .init("why a value is missing", rank: 5)),
      row(
        "why.fork", "Fork from the line",
        "Begins a run at the step of the line under the cursor, paused before it, with the value that was tried.",
        ["F"], .why(.fork), in: [.why], hint: .init("fork: edit, then run", rank: 6),
        disabledReason: { $0.groups.why.place?.forkStep == nil ? "No step follows from this line." : nil }),
    ]
  }
}

extension GroupList {
  /// The run under the cursor, or the newest one of the group.
  var runInQuestion: KeptRun? { selected?.run ?? selected?.group.flatMap { runs(of: $0).first } }

  fileprivate var whyNothingFailed: String? {
    if selected?.teamRun != nil { return "Enter gets the run from the team first." }
    if selected?.group == nil { return "The cursor is not on a group." }
    guard let run = runInQuestion else { return "The group has not run yet." }
    return run.summary.state == .succeeded ? "Run \(run.sequence) succeeded." : nil
  }
}
