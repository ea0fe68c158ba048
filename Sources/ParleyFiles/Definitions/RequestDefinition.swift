package import ParleyEngine
import ParleyModel
package import ParleyText

/// The content of one file under `requests/`. Texts may hold templates, which are not resolved yet.
package struct RequestDefinition: Sendable, Equatable {
  /// In bytes. No server takes a longer one.
  static let longestURL = 64 << 10

  /// GET by default.
  @Sparse package var method: Located<String>?
  /// A path on the server, or a whole URL. Empty while a file has none.
  package var url: Located<String>
  /// The name of one of the workspace's servers; the folder's or the first by default.
  @Sparse package var server: Located<String>?
  /// Values for `:name` and for words such as `$0` in the path. An empty value of a word takes its segment away.
  package var path: [Row]
  package var query: [Row]
  /// How a name with several values stands in the query.
  @Sparse package var queryStyle: Located<QueryStyleName>?
  package var headers: [Row]
  @Sparse package var auth: Located<AuthDefinition>?
  @Sparse package var body: BodyDefinition?
  /// The steps on the WebSocket that it opens.
  package var messages: [MessageDefinition]
  /// The path of a JSON body within what is sent, as in `data.item`.
  @Sparse package var root: Located<String>?
  /// The transformation of a JSON body before it is sent.
  @Sparse package var serialization: Located<SerializationName>?
  @CopyOnWrite package var expect: ExpectDefinition
  @CopyOnWrite package var response: ResponseDefinition
  /// The values that a successful response writes to shared data.
  package var capture: [CaptureDefinition]
  @Sparse package var retry: Located<RetryDefinition>?
  @CopyOnWrite package var cache: CacheDefinition
  @Sparse package var duplicates: Located<DuplicatesDefinition>?
  @CopyOnWrite package var options: OptionsDefinition
  /// The person is held by an overlay while the request takes longer than this.
  @Sparse package var hold: Located<Duration>?
  /// The operation of an imported description that it sends.
  @Sparse package var operation: Located<OperationReference>?
  @Sparse package var docs: Located<String>?

  package init(
    method: Located<String>? = nil, url: Located<String> = "", server: Located<String>? = nil, path: [Row] = [],
    query: [Row] = [], queryStyle: Located<QueryStyleName>? = nil, headers: [Row] = [],
    auth: Located<AuthDefinition>? = nil, body: BodyDefinition? = nil,
    messages: [MessageDefinition] = [], root: Located<String>? = nil,
    serialization: Located<SerializationName>? = nil, expect: ExpectDefinition = .init(),
    response: ResponseDefinition = .init(), capture: [CaptureDefinition] = [],
    retry: Located<RetryDefinition>? = nil, cache: CacheDefinition = .init(),
    duplicates: Located<DuplicatesDefinition>? = nil,
    options: OptionsDefinition = .init(),
    hold: Located<Duration>? = nil, operation: Located<OperationReference>? = nil, docs: Located<String>? = nil
  ) {
    self.method = method
    self.url = url
    self.server = server
    self.path = path
    self.query = query
    self.queryStyle = queryStyle
    self.headers = headers
    self.auth = auth
    self.body = body
    self.messages = messages
    self.root = root
    self.serialization = serialization
    self.expect = expect
    self.response = response
    self.capture = capture
    self.retry = retry
    self.cache = cache
    self.duplicates = duplicates
    self.options = options
    self.hold = hold
    self.operation = operation
    self.docs = docs
  }
}

extension RequestDefinition {
  package static let form = Form(
    "a request", make: { RequestDefinition() },
    keys: [
      .init("method", \.method, .method, "HTTP method. `none` leaves it to the transport.", default: "GET"),
      .init(
        "url", \.url, .url, "A path on the server, or a whole URL. `ws://` and `wss://` open a WebSocket.",
        isRequired: true),
      .init(
        "server", \.server, .serverName, "The server in `parley.yaml` for the path.",
        default: .words("the folder's, or the first")),
      .init(
        "path", \.path, .rows(of: .path),
        "Values for `:name` and for words such as `$0` in the path. An empty value for a word removes its segment."),
      .init("query", \.query, .rows(of: .query), "Query parameters, in order."),
      .init(.queryStyle, \.queryStyle, .choice),
      .init("headers", \.headers, .rows(of: .header), "Headers; order and casing are kept."),
      .init(.auth, \.auth, AuthDefinition.reader),
      .init("body", \.body, BodyDefinition.reader, "The request body."),
      .init(
        "messages", \.messages, MessageDefinition.listReader,
        "For a WebSocket: what is sent and awaited, in order, once it is open."),
      .init(.root, \.root, .keyPath), .init(.serialization, \.serialization, .choice),
      .init("expect", \.expect, ExpectDefinition.reader, "What the response must be."),
      .init("response", \.response, ResponseDefinition.reader, "How the response is read."),
      .init(
        "capture", \.capture, CaptureDefinition.listReader,
        "Captures values of a successful response into shared data: key and path, relative to `response.root`."),
      .init("retry", \.retry, RetryDefinition.reader, "When the request is retried."),
      .init(.cache, \.cache, CacheDefinition.reader), .init(.duplicates, \.duplicates, .choice),
      .init("options", \.options, OptionsDefinition.reader, "Options of the transfer."),
      .init(.hold, \.hold, .duration),
      .init("operation", \.operation, OperationReference.reader, OperationReference.summary),
      .init("docs", \.docs, .text, "Notes about the request, in Markdown."),
    ])
}

extension Reader where Value == String {
  static var method: Reader {
    .text(
      "a method such as GET or POST", .text(pattern: "^([0-9A-Z!#$%&'*+.^_`|~-]+|none)$"),
      hint: "write methods in capitals"
    ) { $0 == "none" || ($0.isToken && $0 == $0.uppercased()) ? $0 : nil }
  }

  static var url: Reader {
    .text(
      "a path such as /users, or a whole URL", .text(pattern: "."),
      hint: "a URL has \(RequestDefinition.longestURL >> 10) KB at most"
    ) { text in
      text.isEmpty || text.utf8.count > RequestDefinition.longestURL || text.contains(where: \.isNewline) ? nil : text
    }
  }

  static var serverName: Reader { .filled("the name of a server") }
}

extension RequestDefinition {
  /// Every text in which templates may stand.
  package var texts: [Located<String>] {
    [url] + (path + query + headers + expect.headers).map(\.located) + (auth?.value.texts ?? [])
      + (body?.texts ?? []) + messages.texts + options.texts + [cache.group].compactMap(\.self)
  }
}
