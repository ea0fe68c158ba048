internal import HTTPTypes
import ParleyModel

/// One item of a file under `mocks/`: the requests that it matches, and its reply.
package struct MockDefinition: Sendable, Equatable {
  package var match: Located<MockMatch>
  /// Nil means the default server.
  package var server: Located<String>?
  package var conditions: MockConditions
  /// Given in sequence; the last stays.
  package var replies: [MockReplyDefinition]
  /// The messages of the other side of a WebSocket, in place of a reply.
  package var messages: [MockMessageDefinition]

  package init(
    match: Located<MockMatch> = Located(MockMatch(method: "GET", path: "/")), server: Located<String>? = nil,
    conditions: MockConditions = .init(), replies: [MockReplyDefinition] = [], messages: [MockMessageDefinition] = []
  ) {
    self.messages = messages
    self.match = match
    self.server = server
    self.conditions = conditions
    self.replies = replies
  }
}

extension MockDefinition {
  /// Of its conditions and its replies.
  var filters: [Located<JQFilter>] {
    conditions.jq + replies.compactMap(\.content.filter) + messages.flatMap(\.filters)
  }

  /// Every text in which templates may stand.
  var texts: [Located<String>] { replies.flatMap(\.texts) + messages.flatMap(\.texts) }
}

/// A method and a path with places, as in `POST /cart/:id/pay`.
package struct MockMatch: Sendable, Hashable {
  package var method: String
  package var path: String

  package init(method: String, path: String) {
    self.method = method
    self.path = path
  }

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].allSatisfy({ $0.isASCII && $0.isUppercase }), words[1].hasPrefix("/"),
      !words[1].contains("?")
    else { return nil }
    self.init(method: String(words[0]), path: String(words[1]))
  }
}

/// The conditions of a match besides method and path.
package struct MockConditions: Sendable, Equatable {
  /// With this value; with any where none is given.
  package var query: [Row]
  /// The same of headers.
  package var headers: [Row]
  /// True for the body.
  package var jq: [Located<JQFilter>]

  package init(query: [Row] = [], headers: [Row] = [], jq: [Located<JQFilter>] = []) {
    self.query = query
    self.headers = headers
    self.jq = jq
  }
}

/// The reply of a mock.
package struct MockReplyDefinition: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// A JSON text with templates.
    case json(Located<String>)
    case text(Located<String>)
    /// From the workspace on.
    case file(Located<String>)
    /// JSON that a filter makes of the request.
    case filter(Located<JQFilter>)
  }

  package enum Failure: String, Sendable, CaseIterable {
    /// The connection ends before there is a response.
    case reset
    /// No response comes.
    case timeout
  }

  /// 200 by default.
  package var status: Located<Int>?
  package var headers: [Row]
  package var content: Content?
  package var delay: Located<Duration>?
  package var failure: Located<Failure>?

  package init(
    status: Located<Int>? = nil, headers: [Row] = [], content: Content? = nil, delay: Located<Duration>? = nil,
    failure: Located<Failure>? = nil
  ) {
    self.status = status
    self.headers = headers
    self.content = content
    self.delay = delay
    self.failure = failure
  }

  /// Every text in which templates may stand.
  package var texts: [Located<String>] {
    headers.map(\.located) + [contentText].compactMap(\.self)
  }

  /// Of JSON or text, or the path of a file.
  var contentText: Located<String>? {
    switch content {
    case .json(let text), .text(let text), .file(let text): text
    case .filter, nil: nil
    }
  }
}

// Reading.
extension MockDefinition {
  package static let form = Form(
    "a mock", make: { MockDefinition() },
    keys: [
      .init(
        "match", \.match, .mockMatch, "Method and path on the server; each `:name` is any segment.", isRequired: true),
      .init("server", \.server, .serverName, "The server in `parley.yaml`.", default: .words("the first")),
      .init(
        "where", \.conditions, MockConditions.form.reader("a map with query, headers or jq"), "Further conditions."),
      .init(
        "reply", \.replies, MockReplyDefinition.listReader,
        "The reply. A list is used in order; its last item then repeats."),
      .init(
        "messages", \.messages, MockMessageDefinition.listReader,
        "Opens a WebSocket in place of a reply: what the other side sends, and when."),
    ])

  /// A file is a list of mocks.
  package static let listReader = Reader<[MockDefinition]>(
    "a list of mocks", .list(.object(form.schema)), write: { .list($0.map(form.written)) }
  ) { node, decoding in
    guard let items = node.isAbsent ? [] : node.items else {
      return decoding.mismatch(node, expected: "a list of mocks: `- match: GET /path`")
    }
    return items.compactMap { item in
      guard let mock = form.read(item, &decoding) else { return nil }
      if mock.replies.isEmpty == mock.messages.isEmpty, !decoding.hasErrors(in: item.place) {
        decoding.note(Diagnostic(.conflict, at: item.place.front, "a mock has either `reply` or `messages`"))
        return nil
      }
      return mock
    }
  }
}

extension MockConditions {
  package static let form = Form(
    "where", isFlow: true, make: { MockConditions() },
    keys: [
      .init("query", \.query, .rows(of: .query), "Parameters with this value, or any value if it is empty."),
      .init("headers", \.headers, .rows(of: .expectedHeader), "Headers with this value, or any value if it is empty."),
      .init("jq", \.jq, .filters, "jq filters that must be true for the body."),
    ])
}

extension MockReplyDefinition {
  package static let form = Form(
    "a reply", isFlow: true, make: { MockReplyDefinition() },
    keys: [
      .init("status", \.status, .integer(100...599), "Status code.", default: "200"),
      .init("headers", \.headers, .rows(of: .header), "Headers; order and casing are kept."),
      .init("json", \.content.json, .jsonDocument, "JSON, as YAML or text. Templates can use `request`."),
      .init("text", \.content.text, .text, "Any text."),
      .init("file", \.content.file, .filled("the path of a file"), "A file, relative to the workspace."),
      .init("jq", \.content.filter, .filter, "A jq filter of the request; its value is sent as JSON."),
      .init("delay", \.delay, .duration, "Delay before the reply.", default: .words("none")),
      .init(
        "fails", \.failure, .choice,
        "Fails instead of replying: `reset` closes the connection, `timeout` never replies."),
    ])

  static let listReader = Reader<[MockReplyDefinition]>(
    "a reply, or a list of replies", .either([.object(form.schema), .list(.object(form.schema))]),
    write: { replies in replies.count == 1 ? form.written(replies[0]) : .list(replies.map(form.written)) }
  ) { node, decoding in
    (node.items ?? [node]).compactMap { form.read($0, &decoding) }
  }
}

/// A content by the key under which it is written.
extension MockReplyDefinition.Content? {
  var json: Located<String>? {
    get { if case .json(let text) = self { text } else { nil } }
    set { if let newValue { self = .json(newValue) } }
  }

  var text: Located<String>? {
    get { if case .text(let text) = self { text } else { nil } }
    set { if let newValue { self = .text(newValue) } }
  }

  var file: Located<String>? {
    get { if case .file(let path) = self { path } else { nil } }
    set { if let newValue { self = .file(newValue) } }
  }

  var filter: Located<JQFilter>? {
    get { if case .filter(let filter) = self { filter } else { nil } }
    set { if let newValue { self = .filter(newValue) } }
  }
}

extension Reader where Value == MockMatch {
  static var mockMatch: Reader {
    .scalar(
      "a method and a path, as in POST /cart/:id/pay", .text(pattern: "^[A-Z]+ /[^? ]*$"),
      text: { "\($0.method) \($0.path)" }, parse: { MockMatch($0) })
  }
}

extension Reader where Value == Located<String> {
  /// JSON as YAML, or as text; what is kept is JSON text in which templates stand as they are written. Of YAML's own maps only
  /// the place of the whole is known.
  static var jsonDocument: Reader {
    Reader("JSON", .anything, write: { .text($0.value) }) { node, _ in
      if case .scalar(let text, let style) = node.content, style != .plain || text.hasPrefix("{") {
        return Located(text, at: node.place)
      }
      return Located(JSONTextOfYAML.text(of: node), at: node.place.front)
    }
  }
}
