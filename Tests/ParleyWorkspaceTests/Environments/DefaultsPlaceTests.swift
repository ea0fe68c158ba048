import ParleyEngine
import ParleyModel
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Editing what requests share in its files", .timeLimit(.minutes(2)))
struct DefaultsPlaceTests {
  private let folder: TemporaryFolder

  private static let parley = """
    parley: 1
    id: abc
    defaults:
      timeout: 30s   # long
      headers: { Accept: application/json }

    """

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("parley.yaml", Self.parley)
    try folder.write("environments/local.yaml", "vars: {}\n")
    try folder.write("requests/cart/add.yaml", "url: /add\n")
    try folder.write("requests/cart/folder.yaml", "# All of them.\nauth: { bearer: '{{token}}' }   # ours\n")
  }

  private func edit(_ place: DefaultsPlace, _ change: (inout RequestDefinition) -> Void) throws {
    let workspace = try Workspace.load(at: folder.path)
    let file = try place.defaults(in: workspace)
    var said = RequestDefinition(saying: file)
    change(&said)
    let edited = DefaultsDefinition(saidBy: said, over: file)
    try place.change(in: workspace, to: edited).make(in: folder.path)
  }

  @Test("what is short in the file stays short, and the rest of it as it is")
  func short() throws {
    try edit(.workspace) { $0.options.timeout = Located(.seconds(5)) }
    #expect(try folder.text("parley.yaml") == Self.parley.replacing("30s", with: "5s"))
    try edit(.workspace) { $0.headers.append(Row("X-A", "1")) }
    #expect(try folder.text("parley.yaml").contains("{ Accept: application/json, X-A: 1 }"))
  }

  @Test("a folder's file is patched, or made where there is none")
  func folders() throws {
    try edit(.folder("cart")) { $0.headers.append(Row("X-A", "1")) }
    let text = try folder.text("requests/cart/folder.yaml")
    #expect(text.hasPrefix("# All of them.\n") && text.contains("auth: { bearer: '{{token}}' }   # ours\n"))
    #expect(text.contains("X-A"))
    try edit(.folder("")) { $0.options.gzip = Located(true) }
    #expect(try folder.text("requests/folder.yaml") == "options: { gzip: true }\n")
    try edit(.environment("local")) { $0.auth = Located(.anonymous) }
    #expect(try folder.text("environments/local.yaml").contains("defaults:\n  auth: none\n"))
  }

  @Test("saying the same changes nothing")
  func silent() throws {
    for place in [DefaultsPlace.workspace, .folder("cart"), .folder(""), .environment("local")] {
      try edit(place) { _ in }
    }
    #expect(try folder.text("parley.yaml") == Self.parley)
    #expect(try folder.text("environments/local.yaml") == "vars: {}\n")
  }

  @Test("what is inherited at a place is what stands further away, never what is edited")
  func levels() throws {
    let workspace = try Workspace.load(at: folder.path)
    let cart = DefaultsPlace.folder("cart").effective(
      RequestDefinition(), in: workspace, environment: workspace.environments.first)
    #expect(cart.auth.value == .anonymous && cart.options.timeout.origin == .workspace)
    let all = DefaultsPlace.workspace.effective(RequestDefinition(), in: workspace, environment: nil)
    #expect(all.options.timeout.value == nil && all.headers.isEmpty)
  }

  @Test("a folder that is not there has no defaults")
  func missing() throws {
    let workspace = try Workspace.load(at: folder.path)
    #expect(throws: WorkspaceError.self) { try DefaultsPlace.folder("nowhere").defaults(in: workspace) }
    #expect(throws: WorkspaceError.self) { try DefaultsPlace.environment("nowhere").defaults(in: workspace) }
  }
}
