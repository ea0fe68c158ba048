/// Signing in while requests are in flight.
package protocol SignInServices: Sendable {
  /// What waits for the person.
  var signIns: SignIns { get }
  /// Opens a page in the person's browser.
  /// - Returns: whether there is one, and it took the page.
  func openBrowser(at address: String) async -> Bool
}
