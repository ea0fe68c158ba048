import ParleyEngine
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

// The same as `parley mock`, as long as the workbench runs.
extension LiveWorkspace {
  package func serveMocks(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    await live.stopMockServer()
    if isOn {
      let server = try startMockServer()
      state.withLock { $0.mockServer = server }
    }
    return try await snapshot()
  }

  /// At its usual port, or at another where that is taken.
  private func startMockServer() throws -> MockServer {
    let (session, bus) = (session, bus)
    let log: @Sendable (ServedMock) -> Void = { served in
      let summary = JSONValue.string("mock server: \(served.sentence)")
      let wire = JSONValue.array(served.wire().map(JSONValue.string))
      bus.post(custom: Notice.eventIdentifier, parameters: ["summary": summary, "wire": wire])
    }
    var options = MockServerOptions()
    options.port = Self.usualPort
    if let server = try? MockServer(session, options, log: log) { return server }
    options.port = 0
    return try MockServer(session, options, log: log)
  }

  private static let usualPort: UInt16 = 4010
}

extension ServedMock {
  /// `GET /pets/1 → 200 by mocks/pets.yaml:3, 2 ms`
  fileprivate var sentence: String {
    let code = status.map { String($0) } ?? "no response"
    return "\(method) \(target) → \(code) \(words), \(duration.short)"
  }

  private var words: String {
    switch answer {
    case .mock(_, let place): "by \(place)"
    case .upstream(let url, _): "from \(url)"
    case .nothing(let nearest): nearest.first.map { "(no mock; nearest: \($0.match), \($0.reason))" } ?? "(no mock)"
    case .preflight: "(preflight)"
    case .failed(let reason): "(\(reason))"
    }
  }
}
