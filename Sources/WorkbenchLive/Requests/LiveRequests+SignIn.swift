import ParleyEngine
import ParleyWorkspace
import WorkbenchServices

extension LiveRequests {
  package func openBrowser(at address: String) async -> Bool {
    await live.browser?.open(address) ?? false
  }
}
