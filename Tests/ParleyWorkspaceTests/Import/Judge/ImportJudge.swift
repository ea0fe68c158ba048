import Foundation
import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

/// Imports a source, sends every request that it becomes to a recording server, and tells what arrived there.
///
/// `HOST` in a source stands for the server. What no source says is left out of the comparison: the server's own name,
/// the agent, accepted encodings and lengths.
struct ImportJudge {
  let server: RawServer
  private let folder: TemporaryDirectory

  init() throws {
    let headers = ["Content-Type: application/json", "X-Auth: xa"]
    let (reply, head) = (
      RawReply.text(#"{"token": "T-1", "id": 7}"#, headers: headers),
      RawReply(headers: headers + ["Content-Length: 26"])
    )
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() { try connection.send(request.method == "HEAD" ? head : reply) }
    }
    folder = try TemporaryDirectory()
  }

  var host: String { "127.0.0.1:\(server.port)" }

  func path(_ name: String) -> String { folder.path(name) }

  /// Writes a file of the source.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try folder.write(text.replacing("HOST", with: host), to: "source/\(name)")
    return folder.path("source/\(name)")
  }

  /// A message as it arrived, by its request's id.
  struct Arrived {
    let id: String
    let text: String
    let secrets: [String]
  }

  struct Result {
    let arrived: [Arrived]
    let notes: [String]
    let files: [String]
    let mistakes: [String]

    /// By the ids of their requests.
    var texts: [String: String] { Dictionary(arrived.map { ($0.id, $0.text) }) { first, _ in first } }
    func note(containing text: String) -> Bool { notes.contains { $0.contains(text) } }
  }

  /// Sends in the order of the source.
  /// - Parameter given: answers, and values of the environment.
  func send(_ path: String, environments: [String] = [], given: [String: String] = [:]) async throws -> Result {
    let api = try ImportedAPI(at: path, environments: environments)
    let root = folder.path("workspace-\(UUID().uuidString)")
    let plan = try ImportPlan(api, at: root)
    try plan.write()
    let state = StateFolder(path: folder.path("state-\(UUID().uuidString)"))
    let session = try await Session.open(at: root, state: state, environment: nil, given: given)
    try await session.answers.keep(plan.secrets)
    try session.permissions.allow(session.permissions.missing())
    var arrived: [Arrived] = []
    for request in api.requests {
      let before = server.requests.count
      let response = try await session.sending.call(session.sending.render(request.id, given: given)).response()
      _ = response
      let all = try await server.requests(atLeast: before + 1)
      arrived.append(
        Arrived(id: request.id, text: all[all.count - 1].meaning, secrets: plan.secrets.map(\.value)))
    }
    let mistakes = session.workspace.diagnostics.filter { $0.severity == .error }.map(\.sentence)
    await session.close()
    return Result(
      arrived: arrived, notes: plan.notes.map { "\($0.place): \($0.text)" },
      files: plan.files.map { String(decoding: $0.bytes, as: UTF8.self) }, mistakes: mistakes)
  }
}

/// A source of one request, and the message that its own program sends.
struct JudgedCase: Sendable, CustomTestStringConvertible {
  let name: String
  let source: String
  let sent: String

  init(_ name: String, _ source: String, _ sent: String) {
    (self.name, self.source, self.sent) = (name, source, sent)
  }

  var testDescription: String { name }
}
