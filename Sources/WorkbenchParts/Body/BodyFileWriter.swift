import Glibc
package import ParleyEngine
internal import SystemCalls
import WorkbenchServices

/// Writes a body to a file that does not exist yet, readable by its owner only: the body is as it was received, with
/// its secrets.
package struct BodyFileWriter {
  private static let piece = 1 << 20
  /// The file that makes a folder a workspace: no link leads a body out of such a folder.
  private static let workspaceFile = "parley.yaml"

  /// The code of a name that is taken.
  package static let exists = "body.exists"

  private let source: any ByteSource

  package init(_ source: any ByteSource) {
    self.source = source
  }

  /// - Returns: a sentence that says what was written.
  package func write(to path: String) async throws -> String {
    do { return "\(ByteCount.text(try copy(to: path))) written to \(whole(path)), which only you can read" } catch let
      error
      as SystemError
    {
      throw problem(error)
    }
  }

  /// - Returns: how many bytes were written.
  private func copy(to path: String) throws -> Int {
    let place = try FilePlace<SystemError>(whole(path), beneathFolderWith: Self.workspaceFile)
    let file = try place.open(O_WRONLY | O_CREAT | O_EXCL, permissions: 0o600, for: .writing)
    var offset = 0
    while true {
      let bytes = try source.read(at: offset, count: Self.piece)
      if bytes.isEmpty { return offset }
      try file.write(bytes, at: offset)
      offset += bytes.count
      try Task.checkCancellation()
    }
  }

  /// From the folder that the program stands in on.
  private func whole(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  private func problem(_ error: SystemError) -> Problem {
    let advice =
      error.number == EEXIST
      ? "Choose another name: existing files are never overwritten." : "Choose another folder, or free some space."
    return Problem(
      code: error.number == EEXIST ? Self.exists : "body.notSaved", "Cannot write the body to a file.",
      detail: error.reason, place: error.path, advice: advice
    )
  }
}
