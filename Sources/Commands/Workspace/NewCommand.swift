import ParleyFiles
import ParleyWorkspace

/// `parley new DIR`: a workspace that sends its first request.
package struct NewCommand: Sendable {
  package var folder: String

  package init(_ folder: String) {
    self.folder = folder
  }

  package func run(on console: any Console) -> ExitStatus {
    do {
      for file in try WorkspaceScaffold(folder: folder).make() { console.note("made \(folder)/\(file)") }
      console.note("Open it with: parley -w \(folder)")
      return .good
    } catch {
      let failure = Failure(error)
      failure.tell(on: console)
      return failure.status
    }
  }
}
