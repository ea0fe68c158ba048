import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

/// A workspace with a server behind it, whose requests are really sent.
struct SendingWorkspace {
  let folder: TemporaryDirectory
  let server: RawServer

  init(_ replies: [RawReply] = [.text("{}")], workspace: String = "", files: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(inTurn: replies)
    try folder.write("parley: 1\nid: test\nservers: { api: '\(server.url)' }\n\(workspace)", to: "w/parley.yaml")
    try folder.write("vars: { secret: { secret: prompt } }\n", to: "w/environments/local.yaml")
    for (name, text) in files { try folder.write(text, to: "w/\(name)") }
  }

  func open() async throws -> Session {
    try await Session.open(at: folder.path("w"), state: StateFolder(path: folder.path("state")))
  }

  /// Sends a request with the text of its file, whose secret is `hunter22`.
  @discardableResult
  func send(_ text: String, trusting: Bool = false) async throws -> Response {
    try folder.write(text, to: "w/requests/r.yaml")
    let session = try await open()
    if trusting { try session.permissions.allow(session.permissions.missing()) }
    do {
      let response = try await session.sending.call(session.sending.render("r", given: ["secret": "hunter22"]))
        .response()
      await session.close()
      return response
    } catch {
      await session.close()
      throw error
    }
  }

  /// Sends it, and says what came to the server last.
  func sent(_ text: String, trusting: Bool = false) async throws -> RawRequest {
    try await send(text, trusting: trusting)
    return try #require(server.requests.last)
  }
}
