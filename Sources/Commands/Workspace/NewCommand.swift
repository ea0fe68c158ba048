import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// `parley new DIR`: a workspace that sends its first request.
package struct NewCommand: Sendable {
  package var folder: String
  /// Whether a folder that is not empty is filled without asking.
  package var isConfirmed: Bool
  package var printsJSON: Bool

  package init(_ folder: String, isConfirmed: Bool = false, printsJSON: Bool = false) {
    self.folder = folder
    self.isConfirmed = isConfirmed
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) -> ExitStatus {
    do {
      guard try isAllowed(on: console) else {
        tell([], on: console)
        return .good
      }
      tell(try WorkspaceScaffold(folder: folder).make(), on: console)
      return .good
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  private func tell(_ files: [String], on console: any Console) {
    if printsJSON {
      return console.print(["folder": .string(folder), "made": .array(files.map(JSONValue.string))])
    }
    guard !files.isEmpty else { return console.note("Nothing was made.") }
    for file in files { console.note("made \(folder)/\(file)") }
    console.note("Open it with: parley -w \(folder)")
  }

  /// A folder with other files in it is somebody's work.
  private func isAllowed(on console: any Console) throws -> Bool {
    let count = WorkspaceScaffold(folder: folder).otherFiles
    guard !isConfirmed, count > 0 else { return true }
    guard console.canAsk else {
      throw UsageError(
        "The folder \(Printable.text(folder)) is not empty, and there is no terminal to ask at.",
        advice: "Use --yes to make the workspace in it.")
    }
    console.dropTypedAhead()
    let question = "The folder \(folder) has \(count.counted("other file")). Make the workspace in it? [yes/N]"
    return ["y", "yes"].contains(console.ask(question, isSecret: false)?.lowercased())
  }
}
