import ParleyEngine
package import WorkbenchServices

/// Copies a draft as the curl command that would send it.
package struct CurlExportEffect: ServiceEffect {
  let intent: CurlExport

  package init(intent: CurlExport) {
    self.intent = intent
  }

  package var mayAsk: Bool { true }
  package var failureHeading: String? { "not copied" }

  package func perform(with services: Services) async throws -> [Action] {
    switch try await services.requests.curl(intent) {
    case .text(let text): [.terminal(.copy(text, of: "the curl command of \(intent.intent.request)"))]
    case .asks(let questions): [.sending(.askForCurl(intent, questions))]
    }
  }
}
