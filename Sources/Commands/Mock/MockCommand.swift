import ParleyEngine
internal import ParleyFiles
import ParleyText
package import ParleyWorkspace

/// `parley mock`: serves the mocks of a workspace to any program, with a line for each request, until it is interrupted.
package struct MockCommand: Sendable {
  package var arguments: SessionArguments
  package var options: MockServerOptions
  /// A URL, or the name of a server in `parley.yaml`.
  package var upstream: String?
  package var printsJSON: Bool
  /// Whether changes of the workspace's files count at once.
  package var isWatching: Bool
  /// Whether requests and responses are printed as they were on the wire.
  package var isVerbose: Bool

  package init(
    _ arguments: SessionArguments, _ options: MockServerOptions, upstream: String? = nil, printsJSON: Bool = false,
    isWatching: Bool = true, isVerbose: Bool = false
  ) {
    self.arguments = arguments
    self.options = options
    self.upstream = upstream
    self.printsJSON = printsJSON
    self.isWatching = isWatching
    self.isVerbose = isVerbose
  }

  /// - Parameter onStart: handed what ends the server once it serves, for a signal to call.
  package func run(
    on console: any Console, onStart: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) async -> ExitStatus {
    // Before the files are read: whoever reads that it serves may have changed one already.
    let watch = isWatching ? (try? arguments.folder()).map(FileWatch.init) : nil
    defer { watch?.stop() }
    return await arguments.withSession(on: console, printsJSON: printsJSON) { session, console in
      var options = options
      options.upstream = try upstream.map { try Self.upstream($0, of: session) }
      let (ends, end) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      onStart { end.yield() }
      let log = MockLog(console: console, printsJSON: printsJSON, isVerbose: isVerbose)
      let server = try MockServer(session, options, log: log.note)
      watch?.follow(ReferredPaths(of: session.workspace).all)
      watch?.tell { news in if news == .changed { Self.reload(session, log) } }
      log.begin(server, in: session, options)
      for await _ in ends.prefix(1) {}
      watch?.stop()
      await server.stop()
      log.end(server)
      return .interrupted
    }
  }

  private static func upstream(_ text: String, of session: Session) throws -> MockUpstream {
    try MockUpstream(session.mocks.serverAddress(text) ?? text)
  }

  private static func reload(_ session: Session, _ log: MockLog) {
    Task {
      let before = session.workspace.mocks
      guard let workspace = try? await session.reload(), workspace.mocks != before else { return }
      log.changed(workspace)
    }
  }
}
