import WorkbenchServices

extension State {
  /// The reason why something cannot be changed: it is shown as it was.
  package static func whyPast(_ what: String) -> @Sendable (State) -> String? {
    { state in state.moment.map { "This is how \(what) was \($0.words): “Back to now” shows it as it is." } }
  }
}
