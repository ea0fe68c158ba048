package import ParleyEngine
package import ParleyFiles
package import ParleyStore
internal import ParleyText

/// The exchanges that the history keeps, with all secrets that are known of them.
package struct ExchangeHistory: Sendable {
  let store: History
  let open: OpenFiles
  let shared: SharedData
  let secrets: KnownSecrets
  let answers: KeptAnswers

  /// The name of the exchange that was sent last, wherever an exchange can be named.
  private static let lastExchange = "last"

  /// An exchange of the history.
  /// - Parameter name: its number or identifier, or `last`.
  package func kept(_ name: String) async throws -> KeptExchange {
    var id = ExchangeID(rawValue: name)
    if name.lowercased() == Self.lastExchange {
      id = try await store.lastSent(1).first?.id ?? id
    } else if let number = Int64(name), number < .max {
      let found = try await store.recent(1, before: number + 1).first
      if let found, found.sequence == number { id = found.id }
    }
    guard let kept = try await recorded(id) else {
      throw WorkspaceError(
        "history.unknown", "There is no exchange \(Printable.quoted(name)).",
        advice: NearestName.of(name, among: [Self.lastExchange]).map { "Did you mean \(Printable.quoted($0))?" }
          ?? "`parley history list` shows their numbers.")
    }
    return kept
  }

  /// An exchange of the history with all secrets in it: also those that its request captures, which an older record does not name.
  package func recorded(_ id: ExchangeID) async throws -> KeptExchange? {
    guard var kept = try await store.exchange(id) else { return nil }
    kept.exchange.secrets.formUnion(capturedSecrets(of: kept.exchange))
    return kept
  }

  /// The response that the history has of an exchange, with the secrets that must be masked of it; nil when it has forgotten it.
  package func response(of exchange: ExchangeID) async throws -> Response? {
    guard let kept = try await recorded(exchange)?.exchange, var response = kept.response else {
      return nil
    }
    secrets.learn(kept.secrets)
    if !kept.secrets.isEmpty { response.secrets.formUnion(kept.secrets) }
    return response
  }

  /// The response that `{{response("…")}}` reads from; nil if there is none.
  package func lastResponse(of request: String) async -> ProvidedResponse? {
    await Self.lastResponse(of: request, in: open.environment?.name, from: store)
  }

  /// A larger response is nothing to pick a value from.
  private static let longestProvided = 16 << 20

  static func lastResponse(
    of id: String, in environment: String?, from store: History
  ) async -> ProvidedResponse? {
    guard let kept = try? await store.lastResponse(named: id, in: environment),
      let response = kept.exchange.response, response.body.count <= longestProvided,
      let bytes = try? response.textBytes()
    else { return nil }
    return ProvidedResponse(
      body: bytes, isSecret: kept.exchange.isSecret, knowing: kept.exchange.secrets, exchange: kept.exchange.id)
  }

  /// A larger response is nothing that a login gives.
  private static let longestCaptured = 1 << 20

  private func capturedSecrets(of exchange: Exchange) -> Secrets {
    guard exchange.isSecret, let name = exchange.name, let request = open.workspace.request(name),
      !request.definition.capture.isEmpty, let response = exchange.response,
      response.body.count <= Self.longestCaptured, let bytes = try? response.textBytes(),
      let body = try? JSONValue(parsing: Array(bytes))
    else { return Secrets() }
    let effective = open.workspace.effective(request.definition, id: name, environment: open.environment)
    let values = effective.capturedPaths.filter { shared.rules.rule(for: $0.key)?.isPlain != true }.compactMap {
      try? $0.path.resolve(in: body)
    }
    return Secrets(values.flatMap(\.leafTexts)).placedNowhere
  }
}
