internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Assertions of Bruno as expectations: an expression of the response, an operator and a value.
enum BrunoAssertion {
  /// - Returns: false for one that has no equal here.
  static func apply(_ assertion: BrunoItem.Assertion, to expect: inout ExpectDefinition) -> Bool {
    let words = assertion.check.split(separator: " ", maxSplits: 1).map(String.init)
    let isOperator = words.first.map(operators.contains) == true
    let (check, value) = isOperator ? (words[0], words.count > 1 ? words[1].trimmed : "") : ("eq", assertion.check)
    if assertion.expression == "res.status", let patterns = statuses(check, value) {
      expect.status = Located(.oneOf(patterns))
      return true
    }
    if assertion.expression == "res.responseTime", check == "lt" || check == "lte", let limit = Int64(value), limit > 0
    {
      expect.within = Located(.milliseconds(limit))
      return true
    }
    guard let path = filterPath(assertion.expression), let filter = filter(path, check, value),
      let compiled = try? JQFilter(parsing: filter)
    else { return false }
    expect.jq.append(Located(compiled))
    return true
  }

  private static func statuses(_ check: String, _ value: String) -> [StatusPattern]? {
    guard check == "eq" || check == "in" else { return nil }
    let patterns = value.split { $0 == "," || $0 == " " || $0 == "[" || $0 == "]" }.map { StatusPattern(String($0)) }
    return patterns.isEmpty || patterns.contains { $0 == nil } ? nil : patterns.compactMap(\.self)
  }

  /// A part of the response as a filter has it.
  private static func filterPath(_ expression: String) -> String? {
    if let path = path(expression) { return path }
    switch expression {
    case "res.status": return "$response.status"
    case "res.responseTime": return "$response.ms"
    default: break
    }
    guard let match = expression.wholeMatch(of: /res\.headers(?:\.([\w-]+)|\[["']([\w-]+)["']\])/),
      let name = match.1 ?? match.2
    else { return nil }
    return "$response.headers[\"\(name.lowercased())\"]"
  }

  private static let operators: Set<String> = [
    "eq", "neq", "gt", "gte", "lt", "lte", "in", "notIn", "contains", "notContains", "length", "matches", "notMatches",
    "startsWith", "endsWith", "between", "isEmpty", "isNotEmpty", "isNull", "isNotNull", "isUndefined", "isDefined",
    "isTruthy", "isFalsy", "isJson", "isNumber", "isString", "isBoolean", "isArray",
  ]

  private static func filter(_ path: String, _ check: String, _ value: String) -> String? {
    let signs = ["eq": "==", "neq": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="]
    let literal = literal(value)
    if let sign = signs[check] { return "\(path) \(sign) \(literal)" }
    let list =
      "[\(value.split { $0 == "," || $0 == "[" || $0 == "]" }.map { self.literal(String($0).trimmed) }.joined(separator: ", "))]"
    switch check {
    case "contains": return "\(path) | contains(\(literal))"
    case "notContains": return "\(path) | contains(\(literal)) | not"
    case "in": return "\(path) as $value | \(list) | index($value) != null"
    case "notIn": return "\(path) as $value | \(list) | index($value) == null"
    case "length": return "(\(path) | length) == \(literal)"
    case "startsWith": return "\(path) | startswith(\(text(value)))"
    case "endsWith": return "\(path) | endswith(\(text(value)))"
    case "matches": return "\(path) | test(\(text(pattern(value))))"
    case "notMatches": return "\(path) | test(\(text(pattern(value)))) | not"
    case "isEmpty": return "(\(path) | length) == 0"
    case "isNotEmpty": return "(\(path) | length) > 0"
    case "isDefined", "isNotNull": return "\(path) != null"
    case "isNull", "isUndefined": return "\(path) == null"
    case "isTruthy": return path
    case "isFalsy": return "\(path) | not"
    case "isNumber", "isString", "isBoolean", "isArray":
      return "(\(path) | type) == \"\(check.dropFirst(2).lowercased())\""
    default: return nil
    }
  }

  private static func literal(_ value: String) -> String {
    (try? JSONValue(parsing: value)) != nil ? value : text(value)
  }

  private static func text(_ value: String) -> String {
    let plain = (try? JSONValue(parsing: value))?.string ?? value
    return JSONPrinter.compact.string(of: .string(plain))
  }

  private static func pattern(_ value: String) -> String {
    value.count > 1 && value.hasPrefix("/") && value.hasSuffix("/") ? String(value.dropFirst().dropLast()) : value
  }

  /// `res.body.items[0].id` is `.items[0].id`.
  static func path(_ expression: String) -> String? {
    let start = ["res.body", "res("].first { expression.hasPrefix($0) }
    guard let start else { return nil }
    // `res('a.b')` is a query of the body.
    let rest: Substring
    if start == "res(" {
      guard let match = expression.wholeMatch(of: /res\(["']([^"']*)["']\)/) else { return nil }
      rest = match.1.isEmpty || match.1.hasPrefix("[") ? match.1 : ("." + match.1)[...]
    } else {
      rest = expression.dropFirst(start.count)
    }
    let quoted = String(rest).replacing(/\['([^'\]]+)'\]/) { "[\"\($0.1)\"]" }
    guard quoted.isEmpty || quoted.wholeMatch(of: /(?:\.[\w-]+|\[\d+\]|\["[^"\]]+"\])+/) != nil else { return nil }
    let dashed = quoted.replacing(/\.(\w*-[\w-]*)/) { "[\"\($0.1)\"]" }
    return dashed.isEmpty ? "." : (dashed.hasPrefix("[") ? "." : "") + dashed
  }
}
