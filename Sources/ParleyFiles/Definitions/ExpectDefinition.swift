package import ParleyEngine
import ParleyModel
import ParleyText

/// The expectations that a response must meet.
package struct ExpectDefinition: Sendable, Equatable {
  /// 2xx or 304 by default.
  @Sparse package var status: Located<StatusExpectation>?
  /// Headers that must be there with this value; with any value where none is given.
  package var headers: [Row]
  /// The longest the response may take, from the first byte sent to the last one received.
  @Sparse package var within: Located<Duration>?
  /// Filters that must give true for the body, each value they give.
  package var jq: [Located<JQFilter>]
  /// The schema that the body must match.
  @Sparse package var schema: Located<SchemaExpectation>?

  package init(
    status: Located<StatusExpectation>? = nil, headers: [Row] = [], within: Located<Duration>? = nil,
    jq: [Located<JQFilter>] = [], schema: Located<SchemaExpectation>? = nil
  ) {
    self.status = status
    self.headers = headers
    self.within = within
    self.jq = jq
    self.schema = schema
  }

  package static let form = Form(
    "expect", isFlow: true, make: { ExpectDefinition() },
    keys: [
      .init(.status, \.status, .status),
      .init(
        "headers", \.headers, .rows(of: .expectedHeader),
        "Headers that must be present with this value, or with any value if it is empty."),
      .init(.within, \.within, .duration),
      .init(
        "jq", \.jq, .filters,
        "jq filters that must be true (not `false`, `null` or empty). `.` is the whole body."),
      .init(.schema, \.schema, SchemaExpectation.reader),
    ])

  static let reader = form.reader("a map with status, headers, within, jq or schema")
}

/// Which statuses are good.
package enum StatusExpectation: Sendable, Hashable {
  case any
  case oneOf([StatusPattern])

  /// The default: 2xx or 304.
  package static let standard = StatusExpectation.oneOf([.family(2), .code(304)])
  /// The default where no redirect is followed.
  package static let standardWithRedirects = StatusExpectation.oneOf([.family(2), .family(3)])

  package func accepts(_ status: Int) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let patterns): patterns.contains { $0.accepts(status) }
    }
  }
}

/// One status, or a hundred of them.
package enum StatusPattern: Sendable, Hashable {
  case code(Int)
  /// Written `2xx`.
  case family(Int)

  package init?(_ text: String) {
    if text.count == 3, text.hasSuffix("xx"), let family = text.first?.wholeNumberValue, (1...5).contains(family) {
      self = .family(family)
    } else if text.count == 3, let code = Int(text), (100...999).contains(code) {
      self = .code(code)
    } else {
      return nil
    }
  }

  package func accepts(_ status: Int) -> Bool {
    switch self {
    case .code(let code): status == code
    case .family(let family): status / 100 == family
    }
  }
}

extension StatusPattern: CustomStringConvertible {
  package var description: String {
    switch self {
    case .code(let code): "\(code)"
    case .family(let family): "\(family)xx"
    }
  }
}

extension StatusExpectation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .any: "any"
    case .oneOf(let patterns): patterns.map(\.description).alternatives
    }
  }
}

extension Reader where Value == StatusExpectation {
  static var status: Reader {
    let expected = "a status such as 200 or 2xx, a list of them, or any"
    let pattern = Schema.either([.text(pattern: "^([1-5]xx|[1-9][0-9]{2})$"), .integer(100...999)])
    let schema = Schema.either([.choice(["any"]), pattern, .list(pattern)])
    return Reader(expected, schema, write: { $0.written }) { node, decoding in
      if node.text == "any" { return .any }
      let items = node.items ?? [node]
      let patterns = items.compactMap { item in
        item.text.flatMap(StatusPattern.init) ?? decoding.mismatch(item, expected: expected)
      }
      return patterns.isEmpty ? nil : .oneOf(patterns)
    }.typed(\.typed) { StatusExpectation(written: $0) }
  }
}

extension StatusExpectation {
  fileprivate var written: EncodedValue {
    switch self {
    case .any: .text("any")
    case .oneOf(let patterns) where patterns.count == 1: .text(patterns[0].description)
    case .oneOf(let patterns): .list(patterns.map { .text($0.description) })
    }
  }
}
