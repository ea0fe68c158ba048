import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// `parley trust`: shows what a workspace wants beyond HTTP and its own files, and allows it.
package struct TrustCommand: Sendable {
  package var arguments: SessionArguments
  /// Whether to allow without asking, for scripts.
  package var isConfirmed: Bool
  /// Whether what is wanted is listed as JSON, and nobody is asked.
  package var printsJSON: Bool

  package init(_ arguments: SessionArguments, isConfirmed: Bool = false, printsJSON: Bool = false) {
    self.arguments = arguments
    self.isConfirmed = isConfirmed
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(on: console, printsJSON: printsJSON) {
      printsJSON ? try list($0, on: $1) : try ask($0, on: $1)
    }
  }

  private func list(_ session: Session, on console: any Console) throws -> ExitStatus {
    let items = session.permissions.missing()
    if isConfirmed { try session.permissions.allow(items) }
    let isAllowed = isConfirmed || items.isEmpty
    console.print(["allowed": .bool(isAllowed), "wants": .array(items.map { .string("\($0)") })])
    return isAllowed ? .good : .workspaceMistakes
  }

  private func ask(_ session: Session, on console: any Console) throws -> ExitStatus {
    let items = session.permissions.missing()
    guard !items.isEmpty else {
      console.note("\(session.workspace.name) needs no further permission.")
      return .good
    }
    console.note("\(session.workspace.name) wants to:")
    for item in items { console.note("  \(item)") }
    guard try isAllowed(on: console) else {
      console.note("Nothing was allowed.")
      return .workspaceMistakes
    }
    try session.permissions.allow(items)
    console.note("Allowed.")
    return .good
  }

  private func isAllowed(on console: any Console) throws -> Bool {
    if isConfirmed { return true }
    guard console.canAsk else {
      throw UsageError("No terminal to ask at.", advice: "Use --yes to allow all of it.")
    }
    console.dropTypedAhead()
    let answer = console.ask("Allow all of it? [yes/N]", isSecret: false)
    return ["y", "yes"].contains(answer?.lowercased())
  }
}
