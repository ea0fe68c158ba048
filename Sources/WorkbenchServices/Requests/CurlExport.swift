/// The wish for a draft as a curl command.
package struct CurlExport: Hashable, Sendable {
  package var intent: SendIntent
  /// Whether secrets stand in it; otherwise they are masked, and nothing is asked.
  package var showsSecrets: Bool

  package init(_ intent: SendIntent, showsSecrets: Bool) {
    self.intent = intent
    self.showsSecrets = showsSecrets
  }
}

package enum CurlExportOutcome: Hashable, Sendable {
  case text(String)
  /// All that must be asked, in one form.
  case asks([Question])
}
