package import ParleyEngine
internal import ParleyFiles
package import ParleyStore

// Exchanges of the history, for whoever shows or passes on something of them.
extension Session {
  /// An exchange of the history with all secrets in it: also those that its request captures, which an older record does not name.
  package func recordedExchange(_ id: ExchangeID) async throws -> KeptExchange? {
    guard var kept = try await store.history.exchange(id) else { return nil }
    kept.exchange.secrets.formUnion(capturedSecrets(of: kept.exchange))
    return kept
  }

  /// A larger response is nothing that a login gives.
  private static let longestCaptured = 1 << 20

  private func capturedSecrets(of exchange: Exchange) -> Secrets {
    guard exchange.isSecret, let name = exchange.name, let request = workspace.request(name),
      !request.definition.capture.isEmpty, let response = exchange.response,
      response.body.count <= Self.longestCaptured, let bytes = try? response.textBytes(),
      let body = try? JSONValue(parsing: Array(bytes))
    else { return Secrets() }
    let effective = workspace.effective(request.definition, id: name, environment: environment)
    let values = effective.capturedPaths.filter { shared.rules.rule(for: $0.key)?.isPlain != true }.compactMap {
      try? $0.path.resolve(in: body)
    }
    return Secrets(values.flatMap(\.leafTexts)).placedNowhere
  }
}
