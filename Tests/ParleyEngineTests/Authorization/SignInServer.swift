import ParleyEngine
import TestSupport

/// An authorization server that people sign in at, and an API that wants its tokens: `/token` gives what its script says,
/// `/device` a code, everything else says which token it was asked with.
final class SignInServer: Sendable {
  private let answers: Lock<[RawReply]>
  let server: RawServer

  /// - Parameter answers: of the token endpoint in turn; the last one stays.
  init(_ answers: [RawReply] = [SignInServer.token], device: RawReply = SignInServer.device) throws {
    let waiting = Lock(answers)
    self.answers = waiting
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        if request.target.hasPrefix("/token") {
          try connection.send(waiting.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })
        } else if request.target.hasPrefix("/device") {
          try connection.send(device)
        } else {
          let token = request.value(of: "Authorization") ?? "none"
          try connection.send(.text(token, status: token == "Bearer stale" ? "401 Unauthorized" : "200 OK"))
        }
      }
    }
  }

  deinit { server.stop() }

  static let token = RawReply.text(#"{"access_token":"fresh","refresh_token":"again","expires_in":3600}"#)
  static let device = RawReply.text(
    #"{"device_code":"d3vice","user_code":"WDJB-MJHT","verification_uri":"https://id.example.com/device","#
      + #""verification_uri_complete":"https://id.example.com/device?user_code=WDJB-MJHT","expires_in":60,"interval":1}"#
  )

  static func refusal(_ code: String) -> RawReply { .text(#"{"error":"\#(code)"}"#, status: "400 Bad Request") }

  var tokenBodies: [String] { server.requests.filter { $0.target.hasPrefix("/token") }.map(\.bodyText) }
  var deviceBodies: [String] { server.requests.filter { $0.target.hasPrefix("/device") }.map(\.bodyText) }
}

/// A person with a browser: does with each invitation what the test says.
final class Person: SignInGuide {
  private let seen = Lock([SignInInvitation]())
  private let act: @Sendable (SignInInvitation) async throws -> Void

  init(_ act: @escaping @Sendable (SignInInvitation) async throws -> Void = { _ in }) {
    self.act = act
  }

  var invitations: [SignInInvitation] { seen.withLock { $0 } }

  func show(_ invitation: SignInInvitation) async throws {
    seen.withLock { $0.append(invitation) }
    try await act(invitation)
  }
}

/// A clock on which nobody waits, and that remembers for how long they would have.
final class QuickClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let slept = Lock([Duration]())
  private let start = ContinuousClock.now
  /// What is longer never ends.
  private let longest: Duration

  init(longest: Duration = .seconds(50)) { self.longest = longest }

  var now: Instant { start }
  var minimumResolution: Duration { .zero }
  var waits: [Duration] { slept.withLock { $0 }.filter { $0 <= longest } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let wait = start.duration(to: deadline)
    slept.withLock { $0.append(wait) }
    guard wait > longest else { return }
    let (stream, _) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    for await _ in stream {}
    throw CancellationError()
  }
}
