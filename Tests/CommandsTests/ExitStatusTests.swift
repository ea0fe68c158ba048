import Commands
import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import Testing

@Suite("Exit statuses", .timeLimit(.minutes(2)))
struct ExitStatusTests {
  static let failures: [(error: any Error & Sendable, status: Commands.ExitStatus)] = [
    (RequestError.transport(TransportError(.timedOut, "x")), .timedOut),
    (RequestError.transport(TransportError(.refused, "x")), .network),
    (RequestError.transport(TransportError(.tls, "x")), .tls),
    (RequestError.transport(TransportError(.bodyStorage, "x")), .internal),
    (RequestError.cancelled, .interrupted),
    (RequestError.invalid(.headerName("x y")), .workspaceMistakes),
    (RequestError.authorization(AuthorizationError(.tokenRequest, "x", cause: .refused)), .network),
    (RequestError.authorization(AuthorizationError(.tokenRequest, "x", cause: .timedOut)), .timedOut),
    (RequestError.authorization(AuthorizationError(.tokenRequest, "x", cause: .tls)), .tls),
    (RequestError.authorization(AuthorizationError(.noSource, "x")), .internal),
    (RequestError.authorization(AuthorizationError(.signIn, "x")), .usage),
    (RenderError.nobodyToAsk([]), .usage),
    (RenderError.mistakes([]), .workspaceMistakes),
    (UsageError("x"), .usage),
    (RepositoryError(.damaged, "x"), .internal),
  ]

  @Test("every failure ends with the status that scripts rely on", arguments: failures)
  func statuses(_ row: (error: any Error & Sendable, status: Commands.ExitStatus)) {
    #expect(Commands.ExitStatus(row.error) == row.status)
  }

  @Test("the numbers never change")
  func numbers() {
    #expect(Commands.ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 20, 21, 22, 129, 130, 143])
  }
}
