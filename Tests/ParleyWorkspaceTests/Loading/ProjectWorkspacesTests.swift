import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("The workspaces of this project", .timeLimit(.minutes(2)))
struct ProjectWorkspacesTests {
  private func load(_ name: String) throws -> Workspace {
    let project = try FileSystem.realPath(#filePath).parentPath.parentPath.parentPath.parentPath
    return try Workspace.load(at: "\(project)/workspaces/\(name)")
  }

  @Test("have no mistakes", arguments: ["demo", "httpbin", "debugging"])
  func mistakes(name: String) throws {
    let workspace = try load(name)
    #expect(workspace.diagnostics.map(\.description) == [])
    #expect(!workspace.requests.isEmpty)
  }

  @Test("can be sent, every request with every environment", arguments: ["demo", "httpbin", "debugging"])
  func environments(name: String) throws {
    let workspace = try load(name)
    for environment in workspace.environments {
      for request in workspace.requests {
        #expect(workspace.mistakes(in: request.definition, id: request.id, environment: environment) == [])
      }
    }
  }
}
