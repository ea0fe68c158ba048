import ParleyEngine
import WorkbenchServices

/// Copies a draft as the curl command that would send it.
struct CurlExportEffect: ServiceEffect {
  let intent: CurlExport

  var mayAsk: Bool { true }

  func perform(with services: Services) async throws -> [Action] {
    switch try await services.requests.curl(intent) {
    case .text(let text): [.terminal(.copy(text, of: "the curl command of \(intent.intent.request)"))]
    case .asks(let questions): [.sending(.askForCurl(intent, questions))]
    }
  }
}
