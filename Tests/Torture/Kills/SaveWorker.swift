import ArgumentParser
import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// Saves the request `one` with ever larger numbers, and tells each that is on disk.
struct SaveWorker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "save-worker", shouldDisplay: false)

  @Argument var workspace: String

  func run() async throws {
    let loaded = try Workspace.load(at: workspace)
    guard var file = RequestFile("one", in: loaded) else { throw ExitCode(1) }
    for number in 1... {
      var edited = file.definition
      edited.url = Located("/\(number)")
      file = try file.save(edited)
      say("\(number)")
    }
  }
}
