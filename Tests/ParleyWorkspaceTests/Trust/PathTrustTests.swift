import ParleyModel
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Trust in paths", .timeLimit(.minutes(2)))
struct PathTrustTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("w/parley.yaml", "parley: 1\nid: abc\nservers: { api: 'http://h' }\n")
    try folder.write("w/in.pem", "x")
    try folder.write("out.pem", "x")
    try folder.link("w/link.pem", to: folder.at("out.pem"))
  }

  private func needed(_ path: String, for use: PathUse) -> String? {
    FileAccess(root: folder.at("w"), home: folder.at("home")).trustNeeded(by: path, for: use)
      .map { $0.description.replacing(folder.path, with: "TMP") }
  }

  @Test(
    "is not needed to read what lies in the workspace",
    arguments: [
      ("in.pem", nil), ("./a/../in.pem", nil), ("not/there.pem", nil), ("../out.pem", "read the file TMP/out.pem"),
      ("a/../../out.pem", "read the file TMP/out.pem"), ("/etc/passwd", "read the file /etc/passwd"),
      ("~/key.pem", "read the file TMP/home/key.pem"), ("link.pem", "read the file TMP/out.pem"),
    ] as [(String, String?)])
  func reading(path: String, wants: String?) {
    #expect(needed(path, for: .reading) == wants)
  }

  @Test(
    "is needed to write what is not simply a file of the workspace",
    arguments: [
      ("out/a.json", nil), ("../a.json", "write the file TMP/a.json"), ("link.pem", "write the file TMP/out.pem"),
      (".git/hooks/post-commit", "write the file TMP/w/.git/hooks/post-commit"),
      ("requests/a.yaml", "write the file TMP/w/requests/a.yaml"), ("parley.yaml", "write the file TMP/w/parley.yaml"),
    ] as [(String, String?)])
  func writing(path: String, wants: String?) {
    #expect(needed(path, for: .writing) == wants)
  }

  @Test("is always needed for a socket")
  func sockets() {
    #expect(needed("in.sock", for: .connecting) == "connect to the socket TMP/w/in.sock")
  }

  @Test("is asked for wherever a path stands, with the values of each environment")
  func everywhere() throws {
    try folder.write(
      "w/environments/local.yaml", "vars: { dir: ../keys }\ndefaults: { options: { ca: '{{dir}}/ca.pem' } }\n")
    try folder.write(
      "w/requests/r.yaml",
      """
      url: /
      auth: { command: [vault, token] }
      body: { multipart: { a: { file: /etc/hosts }, ~b: { file: /etc/off }, c: { file: in.pem } } }
      options: { unixSocket: /run/a.sock, download: ../a.json, certificate: { file: /etc/me.pem } }
      """)
    let wanted = try TrustNeeds(of: Workspace.load(at: folder.at("w"))).all
    #expect(
      wanted.map { $0.description.replacing(folder.path, with: "TMP") } == [
        "connect to the socket /run/a.sock", "read the file /etc/hosts", "read the file /etc/me.pem",
        "read the file TMP/keys/ca.pem", "run vault token", "write the file TMP/a.json",
      ])
    let storage = FileTrustStorage(directory: folder.at("state"))
    let identity = WorkspaceIdentity(path: folder.at("w"), id: "abc")
    try storage.save(TrustGrant(wanted), for: identity)
    #expect(try storage.grant(for: identity).missing(of: wanted) == [])
  }

  @Test("keeps a request that lacks it from being asked for or sent")
  func refused() async throws {
    try folder.write("w/environments/local.yaml", "vars: { who: { secret: prompt } }\n")
    try folder.write("w/requests/r.yaml", "url: '/{{who}}'\noptions: { ca: /etc/hosts }\n")
    let workspace = try Workspace.load(at: folder.at("w"))
    let prompter = RecordingPrompter(["who": "ada"])
    let request = try #require(workspace.request("r"))
    let environment = workspace.environment("local")
    let renderer = RequestRenderer(
      workspace: workspace, environment: environment, providers: .fixed(prompter: prompter))
    await #expect(throws: RenderError.notTrusted([.file("/etc/hosts")])) { try await renderer.render(request) }
    #expect(prompter.questions == [])
    let trusting = RequestRenderer(
      workspace: workspace, environment: environment,
      providers: .fixed(prompter: prompter, trust: [.file("/etc/hosts")]))
    #expect(try await trusting.render(request).parts.map(\.name) == ["url", "ca"])
  }
}
