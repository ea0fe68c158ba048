internal import HTTPTypes
package import JQ
package import ParleyEngine

/// A filter's input: `.` and the variables.
package struct JQInput: Sendable {
  /// `.`, usually the body of a response.
  package var value: JSONValue
  /// `$steps`: what the steps of a run gave, by name.
  package var steps: JSONValue
  /// `$shared`: what shared keys hold; secrets are not in it.
  package var shared: JSONValue
  /// `$vars`: the values of the environment and the workspace; secrets are not in it.
  package var vars: JSONValue
  /// `$response`: `status`, `headers`, `trailers` and `ms`.
  package var response: JSONValue
  /// The secret parts of these; nil if there are none. An evaluation is traced only if there are some.
  package var secrets: JQSecrets?

  package init(
    _ value: JSONValue, steps: JSONValue = [:], shared: JSONValue = [:], vars: JSONValue = [:],
    response: JSONValue = .null
  ) {
    self.value = value
    self.steps = steps
    self.shared = shared
    self.vars = vars
    self.response = response
  }

  func variables(for filter: JQFilter) -> [String: JSONValue] {
    let used = JQVariable.allCases.filter(filter.uses)
    return Dictionary(uniqueKeysWithValues: used.map { ($0.rawValue, self[$0]) })
  }

  /// Returns how many elements the list at a place has; nil where there is none.
  package func rowCount(at path: JQPath) -> Int? {
    var value = self.value
    if let name = path.variable {
      guard let variable = JQVariable(rawValue: name) else { return nil }
      value = self[variable]
    }
    for segment in path.segments {
      let part: JSONValue? =
        switch segment {
        case .key(let name): value[name]
        case .index(let index): value[index]
        case .anyIndex: nil
        }
      guard let part else { return nil }
      value = part
    }
    return value.array?.count
  }

  private subscript(variable: JQVariable) -> JSONValue {
    switch variable {
    case .steps: steps
    case .shared: shared
    case .vars: vars
    case .response: response
    }
  }
}

extension JQInput {
  /// A response: its body, and `$response`.
  /// - Throws: an error if the body is larger, or nested deeper, than a filter can handle.
  package init(_ response: Response) throws(JQError) {
    self.init(try Self.body(of: response), of: response)
  }

  /// A response whose body is known as a value.
  package init(_ body: JSONValue, of response: Response) {
    self.init(body, response: response.asJQVariable)
  }

  /// A larger body is nothing to pick a value from.
  static let longestBody = 64 << 20

  private static func body(of response: Response) throws(JQError) -> JSONValue {
    if let messages = response.receivedMessages { return messages }
    guard response.body.count <= longestBody, let bytes = try? response.textBytes()
    else { throw .inputTooLarge(limit: longestBody) }
    do throws(JSONSyntaxError) { return try JSONValue(parsing: bytes) } catch {
      if error.code == .tooDeep { throw .inputTooDeep(error.verdict) }
    }
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return .null }
    return .string(text)
  }
}

extension Response {
  /// Header names in lower case; the values of one that comes again are joined by a comma.
  fileprivate var asJQVariable: JSONValue {
    [
      "status": .number(JSONNumber(status.code)), "headers": headers.asJQVariable, "trailers": trailers.asJQVariable,
      "ms": .number(JSONNumber(timings.total / .milliseconds(1)) ?? 0),
    ]
  }
}

extension HTTPFields {
  fileprivate var asJQVariable: JSONValue {
    var fields = JSONObject()
    for field in self {
      let name = field.name.canonicalName
      let before = fields[name]?.string.map { $0 + ", " } ?? ""
      fields[name] = .string(before + field.value)
    }
    return .object(fields)
  }
}
