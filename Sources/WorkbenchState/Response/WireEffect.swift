import ParleyEngine
import ParleyModel
import WorkbenchServices

/// Makes the lines of the wire, which may be many.
struct WireEffect: ServiceEffect {
  let log: WireLog
  /// Nil shows them.
  let secrets: Secrets?
  let request: RequestID
  let exchange: ExchangeID?

  func perform(with services: Services) async throws -> [Action] {
    [.response(.of(exchange, .wire(WireLine.lines(of: log, masking: secrets))), of: request)]
  }
}
