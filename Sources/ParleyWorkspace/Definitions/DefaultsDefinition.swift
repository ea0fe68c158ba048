/// What requests share: under `defaults` in `parley.yaml`, and in a `folder.yaml` for the requests below it. What is
/// nearest to a request wins; headers are taken together by name.
public struct DefaultsDefinition: Sendable, Equatable {
  public var server: Located<String>?
  public var headers: [Row]
  public var timeout: Located<Duration>?
  public var redirects: Located<Int>?
  public var expect: ExpectDefinition
  public var docs: Located<String>?

  public init(
    server: Located<String>? = nil, headers: [Row] = [], timeout: Located<Duration>? = nil,
    redirects: Located<Int>? = nil, expect: ExpectDefinition = .init(), docs: Located<String>? = nil
  ) {
    self.server = server
    self.headers = headers
    self.timeout = timeout
    self.redirects = redirects
    self.expect = expect
    self.docs = docs
  }
}

extension DefaultsDefinition {
  private static let sharedKeys: [Form<DefaultsDefinition>.Key] = [
    .init("headers", \.headers, .rows(of: .header), "Headers that every request has, unless it says otherwise."),
    .init("timeout", \.timeout, .duration, OptionsSummary.timeout),
    .init("redirects", \.redirects, .integer(0...100), OptionsSummary.redirects),
    .init("expect", \.expect, ExpectDefinition.reader, "What answers must be."),
  ]

  /// `defaults` in `parley.yaml`.
  static let workspaceForm = Form("defaults", make: { DefaultsDefinition() }, keys: sharedKeys)

  /// `folder.yaml`.
  static let folderForm = Form(
    "a folder", make: { DefaultsDefinition() },
    keys: [.init("server", \.server, .serverName, "The server that paths in this folder are on.")]
      + sharedKeys
      + [.init("docs", \.docs, .text, "What the folder is for, in Markdown.")])
}
