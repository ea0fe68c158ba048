import Glibc
import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Trust", .timeLimit(.minutes(2)))
struct TrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("w/parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://{{env.HOST}}' }\n")
    try folder.write("w/tools/token.sh", "echo 1\n")
    try folder.write(
      "w/environments/local.yaml",
      """
      vars:
        a: { secret: env API_TOKEN }
        b: { secret: { command: [pass, show, shop] } }
        c: { secret: { command: [sh, tools/token.sh] } }
        d: "{{env.USER}}"
        e: { secret: prompt }
      """)
    try folder.write("w/requests/r.yaml", "url: /\nbody: { text: '{{base64(env.LANG)}}' }\n")
  }

  private func wanted() throws -> [TrustItem] {
    try TrustNeeds(of: Workspace.load(at: folder.at("w"))).all
  }

  @Test("is asked for everything beyond HTTP that the files name, wherever it stands")
  func everything() throws {
    #expect(
      try wanted().map(\.description) == [
        "read the environment variable API_TOKEN", "read the environment variable HOST",
        "read the environment variable LANG", "read the environment variable USER", "run pass show shop",
        "run sh tools/token.sh (tools/token.sh with the fingerprint c44090c3f318)",
      ])
  }

  @Test("is asked again only for what changed: a program of the workspace by its content")
  func changed() throws {
    let grant = TrustGrant(try wanted())
    #expect(grant.missing(of: try wanted()).isEmpty)
    try folder.write("w/tools/token.sh", "echo 2\n")
    try folder.write("w/environments/more.yaml", "vars: { f: { secret: env MORE } }\n")
    let missing = grant.missing(of: try wanted())
    #expect(
      missing.map(\.description).map { $0.prefix(28) } == [
        "read the environment variabl", "run sh tools/token.sh (tools",
      ])
  }

  @Test("is kept over restarts, for the user alone")
  func storage() throws {
    let storage = FileTrustStorage(directory: folder.at("state/parley"))
    let identity = try Workspace.load(at: folder.at("w")).identity
    #expect(try storage.grant(for: identity) == TrustGrant())
    let grant = TrustGrant(try wanted())
    try storage.save(grant, for: identity)
    try storage.save(TrustGrant([.environmentVariable("X")]), for: WorkspaceIdentity(path: "/other", id: "abc"))
    #expect(try FileTrustStorage(directory: folder.at("state/parley")).grant(for: identity) == grant)
    #expect(mode(folder.at("state/parley/trust.json")) == 0o600)
    #expect(mode(folder.at("state/parley")) == 0o700)
  }

  @Test("belongs to a folder and its id: neither alone is enough")
  func identity() throws {
    let storage = FileTrustStorage(directory: folder.at("state"))
    try storage.save(TrustGrant([.environmentVariable("X")]), for: WorkspaceIdentity(path: "/a", id: "1"))
    #expect(try storage.grant(for: WorkspaceIdentity(path: "/b", id: "1")) == TrustGrant())
    #expect(try storage.grant(for: WorkspaceIdentity(path: "/a", id: "2")) == TrustGrant())
  }

  @Test(
    "is nothing where its file cannot be understood",
    arguments: ["", "[]", "{", #"{"/a": {"id": "1", "allowed": [{"x": 1}, 2]}}"#])
  func damaged(text: String) throws {
    try folder.write("state/trust.json", text)
    let storage = FileTrustStorage(directory: folder.at("state"))
    #expect(try storage.grant(for: WorkspaceIdentity(path: "/a", id: "1")) == TrustGrant())
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }
}
