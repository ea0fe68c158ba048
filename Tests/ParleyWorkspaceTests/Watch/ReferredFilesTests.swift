import Glibc
import ParleyEngine
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Watching what a workspace refers to", .timeLimit(.minutes(1)))
struct ReferredFilesTests {
  private let folder: TemporaryFolder
  private let elsewhere: TemporaryFolder
  private let changes: AsyncStream<WorkspaceChanges>
  private let watcher: WorkspaceWatch

  init() throws {
    folder = try TemporaryFolder()
    elsewhere = try TemporaryFolder()
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    try folder.write("certs/ca.pem", "old")
    let (stream, continuation) = AsyncStream.makeStream(of: WorkspaceChanges.self, bufferingPolicy: .unbounded)
    changes = stream
    watcher = try WorkspaceWatch(folder.path) { continuation.yield($0) }
    watcher.follow([folder.at("certs/ca.pem"), folder.at("bodies/new/order.json"), elsewhere.at("keys/me.key")])
  }

  private func told(until path: String) async -> Set<String> {
    var paths: Set<String> = []
    for await change in changes {
      paths.formUnion(change.paths)
      if paths.contains(path) { break }
    }
    return paths
  }

  @Test("tells a file that is written, has another in its place, or goes; nothing of its neighbours")
  func changes() async throws {
    try folder.write("certs/other.pem", "x")
    try folder.write("certs/ca.pem", "new")
    #expect(await told(until: "certs/ca.pem") == ["certs/ca.pem"])
    try folder.write("certs/.ca.pem.tmp", "newer")
    try #require(rename(folder.at("certs/.ca.pem.tmp"), folder.at("certs/ca.pem")) == 0)
    #expect(await told(until: "certs/ca.pem") == ["certs/ca.pem"])
    try folder.delete("certs/ca.pem")
    #expect(await told(until: "certs/ca.pem") == ["certs/ca.pem"])
    try folder.write("certs/ca.pem", "again")
    #expect(await told(until: "certs/ca.pem") == ["certs/ca.pem"])
  }

  @Test("tells a file that comes later, in folders that come later")
  func later() async throws {
    try folder.makeFolder("bodies")
    _ = await told(until: "bodies")
    try folder.makeFolder("bodies/new")
    _ = await told(until: "bodies/new")
    try folder.write("bodies/new/order.json", "{}")
    #expect(await told(until: "bodies/new/order.json") == ["bodies/new/order.json"])
  }

  @Test("tells of a folder on the way that is put in the place of another, and follows the file in it")
  func replacedFolder() async throws {
    try folder.write("next/ca.pem", "next")
    try #require(rename(folder.at("certs"), folder.at("before")) == 0)
    try #require(rename(folder.at("next"), folder.at("certs")) == 0)
    _ = await told(until: "certs")
    try folder.write("before/ca.pem", "nobody asks")
    try folder.write("certs/ca.pem", "newest")
    #expect(await told(until: "certs/ca.pem").subtracting(["certs"]) == ["certs/ca.pem"])
  }

  @Test("tells what links on the way lead to, and when they lead elsewhere")
  func links() async throws {
    try folder.write("v1/key.pem", "1")
    try folder.write("v2/key.pem", "2")
    try folder.link("current", to: "v1")
    watcher.follow([folder.at("current/key.pem")])
    try folder.write("v1/key.pem", "one")
    _ = await told(until: "v1/key.pem")
    try folder.link("new", to: "v2")
    try #require(rename(folder.at("new"), folder.at("current")) == 0)
    #expect(await told(until: "current") == ["current"])
    try folder.write("v1/key.pem", "nobody asks")
    try folder.write("v2/key.pem", "two")
    #expect(await told(until: "v2/key.pem") == ["v2/key.pem"])
  }

  @Test("tells files outside of the workspace by their whole paths, once they are there")
  func outside() async throws {
    try elsewhere.makeFolder("keys")
    _ = await told(until: elsewhere.at("keys"))
    try elsewhere.write("keys/me.key", "x")
    #expect(await told(until: elsewhere.at("keys/me.key")) == [elsewhere.at("keys/me.key")])
  }

  @Test("tells no more of what is not referred to any longer")
  func unfollowed() async throws {
    watcher.follow([])
    try folder.write("certs/ca.pem", "x")
    try folder.write("parley.yaml", "parley: 1\nid: abc\n")
    #expect(await told(until: "parley.yaml") == ["parley.yaml"])
  }

  @Test("these are bodies, parts, certificates, keys, replies, programs and what links lead to, in any environment")
  func referred() throws {
    try folder.write(
      "parley.yaml",
      """
      parley: 1
      id: abc
      servers: { api: { url: "http://h", tls: { ca: certs/ca.pem } } }
      ciphers: { ci: { keyFile: "\(elsewhere.path)/ci.key" } }
      """)
    try folder.write("environments/a.yaml", "vars: { name: a, token: { secret: { command: [tools/token, --now] } } }\n")
    try folder.write(
      "environments/b.yaml", "vars: { name: b }\ndefaults: { options: { certificate: { file: b.pem } } }\n")
    try folder.write(
      "requests/one.yaml", "url: /\nbody: { file: 'bodies/{{name}}.json' }\noptions: { download: out.bin }\n")
    try folder.write(
      "requests/two.yaml", "url: /\nbody: { multipart: { a: { file: part.txt }, ~b: { file: off.txt } } }\n")
    try folder.write("mocks/m.yaml", "- match: GET /\n  reply: { file: reply.json }\n")
    try folder.write("groups/g.yaml", "serial: [{ local: sign, run: [./sign.sh, -v] }]\n")
    try folder.link("requests/three.yaml", to: "../nowhere.yaml")
    let files = try ReferredPaths(of: Workspace.load(at: folder.path)).all
    let expected = [
      "certs/ca.pem", "tools/token", "b.pem", "bodies/a.json", "bodies/b.json", "part.txt", "reply.json", "sign.sh",
      "requests/three.yaml",
    ]
    #expect(files == Set(expected.map(folder.at) + [elsewhere.at("ci.key")]))
  }
}
