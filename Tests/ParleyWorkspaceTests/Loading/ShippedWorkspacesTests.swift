import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("The workspaces that are shipped", .timeLimit(.minutes(2)))
struct ShippedWorkspacesTests {
  @Test("have no mistakes", arguments: ["demo", "httpbin", "debugging"])
  func mistakes(name: String) throws {
    let workspace = try load(name)
    #expect(workspace.diagnostics.map { "\($0.place.file):\($0.place.line) \($0)" } == [])
    #expect(!workspace.requests.isEmpty)
  }

  @Test("say of every request what it is for", arguments: ["demo", "httpbin", "debugging"])
  func docs(name: String) throws {
    let silent = try load(name).requests.filter { $0.definition.docs == nil }
    #expect(silent.map(\.id) == [])
  }

  @Test("have the requests the tour speaks of")
  func tour() throws {
    let tour = try String(decoding: readFile("\(Repository.root)/workspaces/demo/README.md"), as: UTF8.self)
    let workspace = try load("demo")
    let folders = ["auth", "cart", "item", "tools", "user"]
    let named = tour.matches(of: /`(\w+\/[\w-]+)`/).map { String($0.output.1) }
    let requests = named.filter { name in folders.contains { name.hasPrefix("\($0)/") } }
    #expect(requests.contains("user/login"))
    #expect(requests.filter { workspace.request($0) == nil } == [])
  }

  private func load(_ name: String) throws -> Workspace {
    try Workspace.load(at: "\(Repository.root)/workspaces/\(name)")
  }
}
