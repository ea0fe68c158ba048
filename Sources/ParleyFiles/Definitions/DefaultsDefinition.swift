package import ParleyEngine
import ParleyModel
package import ParleyText

/// The settings that requests share: under `defaults` in `parley.yaml` and in an environment, and in a `folder.yaml`
/// for the requests below it. The setting nearest to a request wins; headers are merged by name.
package struct DefaultsDefinition: Sendable, Equatable {
  package var server: Located<String>?
  package var headers: [Row]
  package var auth: Located<AuthDefinition>?
  package var queryStyle: Located<QueryStyleName>?
  package var root: Located<String>?
  package var serialization: Located<SerializationName>?
  /// `options.timeout`, in short.
  package var timeout: Located<Duration>?
  /// `options.redirects`, in short.
  package var redirects: Located<Int>?
  /// `response.codec`, in short.
  package var codec: Located<CodecName>?
  @CopyOnWrite package var expect: ExpectDefinition
  @CopyOnWrite package var response: ResponseDefinition
  package var retry: Located<RetryDefinition>?
  @CopyOnWrite package var cache: CacheDefinition
  package var duplicates: Located<DuplicatesDefinition>?
  @CopyOnWrite package var options: OptionsDefinition
  package var hold: Located<Duration>?
  package var docs: Located<String>?

  package init(
    server: Located<String>? = nil, headers: [Row] = [], auth: Located<AuthDefinition>? = nil,
    queryStyle: Located<QueryStyleName>? = nil, root: Located<String>? = nil,
    serialization: Located<SerializationName>? = nil, timeout: Located<Duration>? = nil,
    redirects: Located<Int>? = nil, codec: Located<CodecName>? = nil, expect: ExpectDefinition = .init(),
    response: ResponseDefinition = .init(), retry: Located<RetryDefinition>? = nil,
    cache: CacheDefinition = .init(), duplicates: Located<DuplicatesDefinition>? = nil,
    options: OptionsDefinition = .init(),
    hold: Located<Duration>? = nil, docs: Located<String>? = nil
  ) {
    self.server = server
    self.headers = headers
    self.auth = auth
    self.queryStyle = queryStyle
    self.root = root
    self.serialization = serialization
    self.timeout = timeout
    self.redirects = redirects
    self.codec = codec
    self.expect = expect
    self.response = response
    self.retry = retry
    self.cache = cache
    self.duplicates = duplicates
    self.options = options
    self.hold = hold
    self.docs = docs
  }

  /// Every text in it that may hold templates.
  var texts: [Located<String>] {
    headers.map(\.located) + (auth?.value.texts ?? []) + expect.headers.map(\.located) + options.texts
      + [cache.group].compactMap(\.self)
  }
}

extension DefaultsDefinition {
  private static let sharedKeys: [Form<DefaultsDefinition>.Key] = [
    .init("headers", \.headers, .rows(of: .header), "Default headers."),
    .init(.auth, \.auth, AuthDefinition.reader), .init(.queryStyle, \.queryStyle, .choice),
    .init(.root, \.root, .keyPath), .init(.serialization, \.serialization, .choice),
    .init(.timeout, \.timeout, .duration), .init(.redirects, \.redirects, .integer(0...100)),
    .init(.codec, \.codec, .choice),
    .init("expect", \.expect, ExpectDefinition.reader, "What responses must be."),
    .init("response", \.response, ResponseDefinition.reader, "How responses are read."),
    .init("retry", \.retry, RetryDefinition.reader, "When requests are retried."),
    .init(.cache, \.cache, CacheDefinition.reader), .init(.duplicates, \.duplicates, .choice),
    .init("options", \.options, OptionsDefinition.sharedReader, "Options of the transfer."),
    .init(.hold, \.hold, .duration),
  ]

  /// `defaults` in `parley.yaml` and in an environment.
  package static let sharedForm = Form("defaults", make: { DefaultsDefinition() }, keys: sharedKeys)

  /// `folder.yaml`.
  package static let folderForm = Form(
    "a folder", make: { DefaultsDefinition() },
    keys: [
      .init(
        "server", \.server, .serverName, "The server for paths in this folder.",
        default: .words("the first of `servers`"))
    ]
      + sharedKeys
      + [.init("docs", \.docs, .text, "Notes about the folder, in Markdown.")])
}
