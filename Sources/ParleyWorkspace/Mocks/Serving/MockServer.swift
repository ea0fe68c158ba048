internal import HTTPServing
internal import ParleyEngine
package import ParleyFiles
internal import SystemCalls

/// Serves the mocks of a workspace to any program.
///
/// ```swift
/// let server = try MockServer(session, MockServerOptions()) { print($0.method, $0.target) }
/// print(server.url)
/// await server.stop()
/// ```
package final class MockServer: Sendable {
  private let service: HTTPService
  private let session: Session
  private let answers: MockAnswers

  /// Serves from now on.
  /// - Parameter log: hears of every request, from any thread.
  /// - Throws: ``MockServerError`` when the address cannot be had.
  package init(
    _ session: Session, _ options: MockServerOptions, log: @escaping @Sendable (ServedMock) -> Void
  ) throws(MockServerError) {
    let answers = MockAnswers(session, options, log)
    do throws(SystemError) {
      service = try HTTPService(
        host: options.host, port: options.port, refusing: { answers.refuse($0) }, handler: { await answers.answer($0) })
    } catch {
      throw .noAddress(host: options.host, port: options.port, reason: error.reason)
    }
    (self.session, self.answers) = (session, answers)
  }

  /// As in `http://127.0.0.1:4010`.
  package var url: String { service.url }
  package var port: UInt16 { service.port }

  /// The mocks of the workspace, each with the number of its replies.
  package var hits: [(mock: WorkspaceMock, count: Int)] {
    session.workspace.mocks.map { ($0, answers.count(of: $0)) }
  }

  /// Accepts nobody any more, gives responses on their way a moment, and ends.
  package func stop() async { await service.stop() }
}
