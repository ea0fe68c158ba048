import ParleyEngine
import ParleyStore
import ParleyWorkspace
import TestSupport

/// A workspace whose requests go to a server of the test's own, and the chains of its runs as people read them.
struct WhyWorkspace {
  let folder: TemporaryDirectory
  let server: RawServer

  /// - Parameter reply: what the server replies to a method and a path: `POST /orders`.
  init(
    workspace: String = "", _ files: [String: String],
    reply: @escaping @Sendable (_ line: String, RawRequest) -> RawReply
  ) throws {
    folder = try TemporaryDirectory()
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(reply("\(request.method) \(request.target)", request))
      }
    }
    try folder.write("parley: 1\nid: test\nservers: { api: '\(server.url)' }\n\(workspace)", to: "w/parley.yaml")
    for (name, text) in files { try folder.write(text, to: "w/\(name)") }
  }

  func open(_ environment: String? = nil) async throws -> Session {
    try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: environment)
  }

  /// Runs a group, and gives its recording.
  func run(_ group: String, in session: Session, _ options: RunOptions = RunOptions()) async throws -> RunRecording {
    _ = try await session.groups.run(group, options).result()
    try await session.flushEvents()
    return try await session.runs.recording(of: session.runs.kept("last"))
  }

  /// The chain in lines, with what differs from run to run replaced.
  func lines(_ chain: WhyChain) -> [String] {
    chain.lines.map { line in
      line.replacing(server.url, with: "http://api")
        .replacing(#/\d+ (?:ms|s|min|h|d)\b/#, with: "N s")
        .replacing(#/Fresh for another .*$/#, with: "FRESH")
        .replacing(#/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/#, with: "DATE")
    }
  }

  /// Runs `g`, and asks why its first failed step failed.
  func whyFailed(in environment: String? = nil, _ options: RunOptions = RunOptions()) async throws -> [String] {
    let session = try await open(environment)
    let recording = try await run("g", in: session, options)
    let failed = recording.nodes.first { $0.state == .failed && $0.kind != .concurrent && $0.kind != .serial }
    guard let failed else {
      await session.close()
      return ["nothing failed"]
    }
    let chain = await session.why.chain(WhyQuestion(failed.path), in: recording)
    await session.close()
    return lines(chain)
  }
}
