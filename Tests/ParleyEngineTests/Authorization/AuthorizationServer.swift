import ParleyEngine
import TestSupport

/// An authorization server and an API that wants its tokens, on one port: `/token` gives `t1`, `t2`, …; everything else
/// replies 401 unless it is asked with one that counts.
final class AuthorizationServer: Sendable {
  struct State {
    var given = 0
    var refused: Set<String> = []
    var answers: [RawReply] = []
  }

  private let state = Lock(State())
  let server: RawServer

  /// - Parameters:
  ///   - lifetime: what `expires_in` says.
  ///   - answers: of the token endpoint, before it gives tokens.
  init(lifetime: Int? = 3600, answers: [RawReply] = []) throws {
    state.withLock { $0.answers = answers.reversed() }
    server = try RawServer.start { [state] connection in
      while let request = try connection.readRequest() {
        let isToken = request.target.hasPrefix("/token")
        try connection.send(
          state.withLock { isToken ? Self.token(&$0, lifetime) : Self.answer(request, $0) })
      }
    }
  }

  deinit { server.stop() }

  /// From now on the API refuses this token.
  func refuse(_ token: String) {
    state.withLock { _ = $0.refused.insert(token) }
  }

  /// The bodies of the token requests.
  var tokenRequests: [RawRequest] { server.requests.filter { $0.target.hasPrefix("/token") } }
  var apiRequests: [RawRequest] { server.requests.filter { !$0.target.hasPrefix("/token") } }

  private static func token(_ state: inout State, _ lifetime: Int?) -> RawReply {
    if let answer = state.answers.popLast() { return answer }
    state.given += 1
    let expiry = lifetime.map { #","expires_in":\#($0)"# } ?? ""
    return .text(
      #"{"access_token":"token-\#(state.given)","token_type":"bearer","refresh_token":"again-\#(state.given)"\#(expiry)}"#
    )
  }

  private static func answer(_ request: RawRequest, _ state: State) -> RawReply {
    let token = request.value(of: "Authorization")?.split(separator: " ").last.map(String.init)
    guard let token, token.hasPrefix("token-"), !state.refused.contains(token) else {
      return .text("no", status: "401 Unauthorized")
    }
    return .text(token)
  }
}
