import ParleyEngine

/// Copies a draft as the curl command that would send it.
struct CurlExportEffect: ServiceEffect {
  let order: CurlExport

  func perform(with services: any Services) async throws -> [Action] {
    switch try await services.curl(order) {
    case .text(let text): [.terminal(.copy(text, of: "the curl command of \(order.order.request)"))]
    case .asks(let questions): [.sending(.askForCurl(order, questions))]
    }
  }
}
