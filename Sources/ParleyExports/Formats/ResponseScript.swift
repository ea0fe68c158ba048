internal import ParleyEngine
internal import ParleyFiles

/// Captures and expectations as the statements of a script that runs after a response, such as `pm.response.to.have.status(201);`.
///
/// Filters are taken along as far as the importers read them: a path that is compared with a value. Others stay as comments.
struct ResponseScript {
  enum Dialect {
    /// Postman's tests.
    case postman
    /// The response handlers of JetBrains' HTTP Client.
    case httpClient
  }

  private let dialect: Dialect
  private let request: ExportedRequest
  private let name: (String) -> String
  private(set) var notes: [ExportNote] = []

  /// - Parameter name: returns the name of a shared key in the dialect.
  init(_ dialect: Dialect, of request: ExportedRequest, naming name: @escaping (String) -> String) {
    (self.dialect, self.request, self.name) = (dialect, request, name)
  }

  mutating func statements() -> [String] {
    status + headers + within + filters() + request.capture.map(capture)
  }

  private var body: String { dialect == .postman ? "pm.response.json()" : "response.body" }

  private func capture(_ capture: CaptureDefinition) -> String {
    let key = Self.quoted(name(capture.key.value))
    let value = body + Self.access(capture.path.value)
    return dialect == .postman ? "pm.environment.set(\(key), \(value));" : "client.global.set(\(key), \(value));"
  }

  // MARK: Expectations

  private var status: [String] {
    // What is expected of every request is not said by it.
    guard request.expect.status.origin != .standard, case .oneOf(let patterns) = request.expect.status.value else {
      return []
    }
    let codes = patterns.compactMap { if case .code(let code) = $0 { code } else { nil } }
    if dialect == .postman, codes.count == patterns.count {
      return [
        codes.count == 1
          ? test("status \(codes[0])", "pm.response.to.have.status(\(codes[0]))")
          : test(
            "status", "pm.expect(pm.response.code).to.be.oneOf([\(codes.map(String.init).joined(separator: ", "))])")
      ]
    }
    let code = dialect == .postman ? "pm.response.code" : "response.status"
    let conditions = patterns.map { pattern in
      switch pattern {
      case .code(let number): "\(code) === \(number)"
      case .family(let family): "Math.floor(\(code) / 100) === \(family)"
      }
    }
    let condition = conditions.joined(separator: " || ")
    return [assertion("status \(StatusExpectation.oneOf(patterns))", condition)]
  }

  private var headers: [String] {
    request.expect.headers.map(\.value).filter(\.isOn).map { row in
      let name = Self.quoted(row.name)
      if dialect == .postman, row.value.isEmpty {
        return test("header \(row.name)", "pm.response.to.have.header(\(name))")
      }
      let value = dialect == .postman ? "pm.response.headers.get(\(name))" : "response.headers.valueOf(\(name))"
      let condition = row.value.isEmpty ? "\(value) !== null" : "\(value) === \(Self.quoted(row.value))"
      return assertion("header \(row.name)", condition)
    }
  }

  private var within: [String] {
    guard dialect == .postman, let limit = request.expect.within.value else { return [] }
    let milliseconds = Int64(limit / .milliseconds(1))
    return [test("within \(milliseconds) ms", "pm.expect(pm.response.responseTime).to.be.below(\(milliseconds))")]
  }

  private mutating func filters() -> [String] {
    request.expect.jq.value.map { filter in
      guard let comparison = FilterComparison(filter.value.text) else {
        notes.append(ExportNote(request.id, "The expectation \(filter.value.text) stays as a comment."))
        return "// expects the jq filter: \(filter.value.text.replacing("\n", with: " "))"
      }
      let value = body + Self.access(comparison.path) + (comparison.isLength ? ".length" : "")
      if dialect == .postman { return test(filter.value.text, "pm.expect(\(value)).\(comparison.chai)") }
      return assertion(filter.value.text, "\(value) \(comparison.sign) \(comparison.literal)")
    }
  }

  /// A test. Characters in its name that separate statements are replaced by spaces.
  private func test(_ name: String, _ statement: String) -> String {
    let name = String(name.map { "{};\"'".contains($0) || $0.isNewline ? " " : $0 })
    return "pm.test(\(Self.quoted(name)), () => { \(statement); });"
  }

  private func assertion(_ name: String, _ condition: String) -> String {
    dialect == .postman
      ? test(name, "pm.expect(\(condition)).to.be.true") : "client.assert(\(condition), \(Self.quoted(name)));"
  }

  // MARK: Words of JavaScript

  static func quoted(_ text: String) -> String { JSONPrinter.compact.string(of: .string(text)) }

  static func access(_ path: ValuePath) -> String {
    let text = path.description
    return text == "." ? "" : text.hasPrefix(".[") ? String(text.dropFirst()) : text
  }
}

/// A filter that compares a path, or the length of what is there, with a number, a text, a flag or null: `(.items | length) > 0`.
struct FilterComparison {
  let path: ValuePath
  let isLength: Bool
  /// As JavaScript has it.
  let sign: String
  /// JSON.
  let literal: String

  init?(_ filter: String) {
    let pattern = /\s*\(?\s*(\.[^\s()|]*)\s*(\|\s*length)?\s*\)?\s*(==|!=|>=|<=|>|<)\s*(.+?)\s*/
    guard let match = filter.wholeMatch(of: pattern), let path = try? ValuePath(parsing: String(match.1)),
      let value = try? JSONValue(parsing: String(match.4)), value.isScalar
    else { return nil }
    self.path = path
    isLength = match.2 != nil
    sign = match.3 == "==" ? "===" : match.3 == "!=" ? "!==" : String(match.3)
    literal = JSONPrinter.compact.string(of: value)
  }

  private init(_ path: ValuePath, _ other: FilterComparison) {
    self.path = path
    (isLength, sign, literal) = (other.isLength, other.sign, other.literal)
  }

  /// The same of another place.
  func at(_ path: ValuePath) -> FilterComparison { FilterComparison(path, self) }

  /// As the assertions of Postman's scripts say it.
  fileprivate var chai: String {
    switch sign {
    case "===": "to.eql(\(literal))"
    case "!==": literal == "null" ? "to.not.be.null" : "to.not.eql(\(literal))"
    case ">": "to.be.above(\(literal))"
    case "<": "to.be.below(\(literal))"
    case ">=": "to.be.at.least(\(literal))"
    default: "to.be.at.most(\(literal))"
    }
  }
}
