import ParleyEngine

@testable import Workbench

extension FakeServices {
  func openBrowser(at address: String) async -> Bool {
    content.withLock { content in
      content.openedPages.append(address)
      return content.hasBrowser
    }
  }
}
