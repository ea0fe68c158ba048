import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

/// A workspace of one request, filled in.
struct SampleWorkspace {
  private let folder: TemporaryFolder

  init(_ workspace: String = "servers: { api: 'http://h' }\n", files: [String: String] = [:]) throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\n" + workspace)
    for (name, text) in files { try folder.write(name, text) }
  }

  /// Fills in a request with the text of its file.
  func render(_ text: String, as id: String = "a/r", given: [String: String] = [:]) async throws -> RenderedRequest {
    try folder.write("requests/\(id).yaml", text)
    let workspace = try Workspace.load(at: folder.path)
    let environment = workspace.environments.first
    let renderer = RequestRenderer(workspace: workspace, environment: environment, given: given, providers: .fixed())
    return try await renderer.render(try #require(workspace.request(id)))
  }
}
