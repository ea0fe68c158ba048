internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
package import ParleyFormats
internal import ParleyModel
internal import ParleyStore
internal import ParleyText

extension DescribedAPIs {
  /// So many of the newest responses of each operation are looked at.
  private static let mostResponses = 50

  /// Compares recorded responses with the descriptions. Nothing is sent.
  package func drift(of name: String? = nil) async throws -> [APIDrift] {
    var result: [APIDrift] = []
    for coverage in try await coverage(of: name) {
      for operation in coverage.operations where operation.wasSent {
        let drift = await drift(of: operation, in: coverage.api)
        if drift.responses > 0 { result.append(drift) }
      }
    }
    return result
  }

  private func drift(of covered: APICoverage.Operation, in api: APIDescription) async -> APIDrift {
    var drift = APIDrift(api: api, operation: covered.operation)
    for entry in covered.exchanges.prefix(Self.mostResponses) where entry.status != nil {
      // One that is damaged, locked or not whole has nothing to say.
      guard let kept = try? await history.exchange(entry.id), kept.exchange.interruption == nil,
        case .response(let response) = kept.exchange.outcome
      else { continue }
      let schemas = schemas
      let before = drift
      drift = (try? await Blocking.run { schemas.adding(response, entry, to: before) }) ?? before
    }
    return drift
  }
}
