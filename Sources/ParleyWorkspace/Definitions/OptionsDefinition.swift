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
      .init("timeout", \.timeout, .duration, "How long the whole exchange may take."),
      .init("redirects", \.redirects, .integer(0...100), "How many redirects are followed; 0 follows none."),
    ])

  static let reader = form.reader("a map of options")
}
