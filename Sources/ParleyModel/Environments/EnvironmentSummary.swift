/// An environment by what a person says of it as a whole.
package struct EnvironmentSummary: Hashable, Sendable, Codable {
  package var name: String
  package var color: EnvironmentColor?
  /// Whether anything but GET asks before it is sent.
  package var asksBeforeSending: Bool

  package init(_ name: String, color: EnvironmentColor? = nil, asksBeforeSending: Bool = false) {
    self.name = name
    self.color = color
    self.asksBeforeSending = asksBeforeSending
  }
}

/// The colours a terminal has by name.
package enum EnvironmentColor: String, Hashable, Sendable, Codable, CaseIterable {
  case red, green, yellow, blue, magenta, cyan, white, gray
}
