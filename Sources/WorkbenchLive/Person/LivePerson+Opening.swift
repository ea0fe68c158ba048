import Glibc
package import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
import SystemCalls
import WorkbenchServices

extension LivePerson {
  package func stage(_ body: any ByteSource, suffix: String, isSecret: Bool) async throws -> String {
    let inMemory = isSecret ? StagedFile.folderInMemory : nil
    return try StagedFile.write(body, suffix: suffix, in: inMemory ?? openedFolder)
  }

  package func discard(_ path: String) async throws { try StagedFile.remove(path) }

  /// The file stays for the program; what was opened before yesterday goes.
  package func openOutside(_ path: String) async throws -> String {
    guard let systemProgram = live.systemProgram else {
      throw Problem(
        code: "open.noProgram", "Nothing here opens files: there is no graphical session, or no xdg-open.",
        advice: "Press Alt-p for the pager, Alt-e for the editor, or s to write the body to a file.")
    }
    StagedFile.removeOld(in: openedFolder, after: .seconds(24 * 3600))
    do throws(CommandError) {
      try await systemProgram.open(path)
      return systemProgram.name
    } catch {
      throw Problem(
        code: "open.failed", "\(systemProgram.name) \(error.summary); the body was not opened.", detail: error.detail,
        place: path, advice: "Press s to write the body to a file, and open that.")
    }
  }

  private var openedFolder: String { stateFolder.path + "/opened" }

  package func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String {
    let inMemory = isSecret ? StagedFile.folderInMemory : nil
    return try StagedFile.write(text, suffix: suffix, in: inMemory ?? stateFolder.path + "/editing")
  }

  package func collect(_ path: String) async throws -> String {
    try StagedFile.take(path)
  }
}
