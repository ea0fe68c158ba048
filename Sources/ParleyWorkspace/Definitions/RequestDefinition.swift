/// What one file under `requests/` says. Texts may hold templates; nothing is filled in yet.
public struct RequestDefinition: Sendable, Equatable {
  /// GET unless said.
  public var method: Located<String>?
  /// A path on the server, or a whole URL. Empty while a file has none.
  public var url: Located<String>
  /// The name of one of the workspace's servers; the folder's or the first unless said.
  public var server: Located<String>?
  public var query: [Row]
  public var headers: [Row]
  public var body: BodyDefinition?
  public var expect: ExpectDefinition
  public var options: OptionsDefinition
  public var docs: Located<String>?

  public init(
    method: Located<String>? = nil, url: Located<String> = "", server: Located<String>? = nil, query: [Row] = [],
    headers: [Row] = [], body: BodyDefinition? = nil, expect: ExpectDefinition = .init(),
    options: OptionsDefinition = .init(), docs: Located<String>? = nil
  ) {
    self.method = method
    self.url = url
    self.server = server
    self.query = query
    self.headers = headers
    self.body = body
    self.expect = expect
    self.options = options
    self.docs = docs
  }
}

extension RequestDefinition {
  static let form = Form(
    "a request", make: { RequestDefinition() },
    keys: [
      .init("method", \.method, .method, "GET unless said; `none` leaves it to the transport."),
      .init("url", \.url, .url, "A path on the server, or a whole URL.", isRequired: true),
      .init("server", \.server, .serverName, "The server of `parley.yaml` that the path is on."),
      .init("query", \.query, .rows(of: .query), "Query parameters in their order."),
      .init("headers", \.headers, .rows(of: .header), "Headers in their order and casing."),
      .init("body", \.body, BodyDefinition.reader, "What is sent."),
      .init("expect", \.expect, ExpectDefinition.reader, "What the answer must be."),
      .init("options", \.options, OptionsDefinition.reader, "How it is sent."),
      .init("docs", \.docs, .text, "What the request is for, in Markdown."),
    ])
}

extension Reader where Value == String {
  static var method: Reader {
    .scalar(
      "a method such as GET or POST", .text(pattern: "^([0-9A-Z!#$%&'*+.^_`|~-]+|none)$"),
      hint: "methods are written in capitals"
    ) { $0 == "none" || ($0.isToken && $0 == $0.uppercased()) ? $0 : nil }
  }

  static var url: Reader {
    .scalar("a path such as /users, or a whole URL", .text(pattern: ".")) { text in
      text.isEmpty || text.contains(where: \.isNewline) ? nil : text
    }
  }

  static var serverName: Reader { .filled("the name of a server") }
}
