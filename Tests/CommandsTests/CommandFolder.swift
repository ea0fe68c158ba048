import Commands
import ParleyStore
import TestSupport

/// A workspace in a folder of its own, for commands to work on.
struct CommandFolder {
  let folder: TemporaryDirectory

  /// - Parameter files: beside `parley.yaml`, by their paths in the workspace.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: commands1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "w/parley.yaml")
    for (path, text) in files { try folder.write(text, to: "w/\(path)") }
  }

  var arguments: SessionArguments {
    SessionArguments(
      workspace: folder.path("w"), directory: folder.path, state: StateFolder(path: folder.path("state")))
  }
}
