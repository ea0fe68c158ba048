internal import ParleyEngine

/// How a request is sent.
public struct OptionsDefinition: Sendable, Equatable {
  /// From the first byte sent to the last one received.
  public var timeout: Located<Duration>?
  /// How many redirects are followed; 0 follows none.
  public var redirects: Located<Int>?

  public init(timeout: Located<Duration>? = nil, redirects: Located<Int>? = nil) {
    self.timeout = timeout
    self.redirects = redirects
  }

  static let form = Form(
    "options", make: { OptionsDefinition() },
    keys: [
      .init("timeout", \.timeout, .duration, OptionsSummary.timeout),
      .init("redirects", \.redirects, .integer(0...100), OptionsSummary.redirects),
    ])

  static let reader = form.reader("a map of options")
}

/// What options are for, with what the engine does where nobody says anything.
enum OptionsSummary {
  private static let standard = TransferOptions()

  static let timeout =
    "How long the whole exchange may take; \(standard.timeout.map(DurationText.text) ?? "as long as it takes") unless said."
  static let redirects = "How many redirects are followed; \(standard.redirects) unless said, and 0 follows none."
}
