import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import Testing

/// What an import makes, written to a folder of its own and loaded again.
struct ImportedFiles {
  let api: ImportedAPI
  let plan: ImportPlan
  let folder: TemporaryFolder
  let workspace: Workspace

  /// - Parameters:
  ///   - beside: files that the imported one refers to, by their paths from it.
  ///   - there: files of a workspace that is there already.
  init(
    _ text: String, named name: String = "api.yaml", beside: [String: String] = [:], environments: [String] = [],
    in there: [String: String] = [:], into: String? = nil
  ) throws {
    let source = ImportSource(name, Array(text.utf8)) { path in beside[path].map { Array($0.utf8) } }
    let others = environments.map { ImportSource("environment.json", Array($0.utf8)) }
    try self.init(ImportedAPI(source, environments: others), in: there, into: into)
  }

  init(_ api: ImportedAPI, in there: [String: String] = [:], into: String? = nil) throws {
    self.api = api
    folder = try TemporaryFolder()
    for (name, text) in there { try folder.write(name, text) }
    plan = try ImportPlan(api, at: folder.path, into: into)
    try plan.write()
    workspace = try Workspace.load(at: folder.path)
  }

  func text(_ name: String) throws -> String { try folder.text(name) }

  var requests: [String] { workspace.requests.map(\.id) }
  var notes: [String] { plan.notes.map { "\($0.place): \($0.text)" } }
  /// Mistakes in what was written.
  var mistakes: [String] { workspace.diagnostics.map(\.sentence) }
}
