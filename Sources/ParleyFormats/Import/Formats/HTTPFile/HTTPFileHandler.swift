internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A response handler of JetBrains' HTTP Client, as far as it uses the common calls: values it stores become captures,
/// and its assertions on status, headers and JSON become expectations. Every other line is counted.
///
///     client.global.set("token", response.body.result.token);      →  capture: { token: .result.token }
///     client.assert(response.status === 201, "created");           →  expect: { status: 201 }
struct HTTPFileHandler {
  private(set) var captures: [CaptureDefinition] = []
  private(set) var expect = ExpectDefinition()
  /// How many lines could not be taken over.
  private(set) var unknown = 0

  /// - Parameter lines: from `> {%` to the end of the request; a handler in a file of its own is not read.
  init(_ lines: [String]) {
    guard let first = lines.first else { return }
    guard first.contains("{%") else {
      unknown = 1
      return
    }
    for line in lines {
      let text = line.replacing("> {%", with: "").replacing("%}", with: "")
      for statement in ScriptStatements.of(text, framedBy: "client.test")
      where !captures(statement) && !expects(statement) {
        unknown += 1
      }
    }
  }

  /// The names that any handler of a file keeps values under.
  static func allCaptures(in text: String) -> [String] {
    text.matches(of: /client\.global\.set\(\s*["']([^"']+)["']/).map { Variable.name(from: String($0.1)) }
  }

  private mutating func captures(_ text: String) -> Bool {
    let pattern = /client\.global\.set\(\s*["']([^"']+)["']\s*,\s*response\.body(.*?)\s*\)/
    guard let match = text.wholeMatch(of: pattern), let path = Self.path(match.2) else { return false }
    captures.append(CaptureDefinition(key: Located(Variable.name(from: String(match.1))), path: Located(path)))
    return true
  }

  private mutating func expects(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /client\.assert\(\s*(.+?)\s*(?:,\s*["'].*["']\s*)?\)/) else { return false }
    let condition = String(match.1)
    return ScriptCondition.expect(condition, response: "response", body: "response.body", in: &expect)
  }

  private static func path(_ access: Substring) -> ValuePath? {
    try? ValuePath(parsing: access.isEmpty ? "." : access.hasPrefix("[") ? "." + access : String(access))
  }
}

/// Conditions of JavaScript on a response that are expectations.
enum ScriptCondition {
  /// Reads one, and adds what it expects.
  /// - Returns: false for another one.
  static func expect(_ condition: String, response: String, body: String, in expect: inout ExpectDefinition) -> Bool {
    let alternatives = condition.split(separator: "||").map { String($0).trimmed }
    let patterns = alternatives.compactMap { status($0, response) }
    if patterns.count == alternatives.count, !patterns.isEmpty {
      expect.status = Located(.oneOf(patterns))
      return true
    }
    if let row = header(condition, response) {
      expect.headers.append(row)
      return true
    }
    guard let filter = filter(condition, body), let compiled = try? JQFilter(parsing: filter) else { return false }
    expect.jq.append(Located(compiled))
    return true
  }

  private static func status(_ text: String, _ response: String) -> StatusPattern? {
    let code = response == "pm.response" ? "pm.response.code" : "response.status"
    let plain = text.replacing(" ", with: "").replacing("===", with: "==")
    if plain.hasPrefix("\(code)==") { return StatusPattern(String(plain.dropFirst(code.count + 2))) }
    let family = "Math.floor(\(code)/100)=="
    return plain.hasPrefix(family) ? StatusPattern(plain.dropFirst(family.count) + "xx") : nil
  }

  private static func header(_ text: String, _ response: String) -> Row? {
    let pattern = /(?:pm\.response\.headers\.get|response\.headers\.valueOf)\(\s*"([^"]+)"\s*\)\s*(===?|!==?)\s*(.+)/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    if match.2.hasPrefix("!") { return match.3 == "null" ? Row(String(match.1), "") : nil }
    guard let value = (try? JSONValue(parsing: String(match.3)))?.string else { return nil }
    return Row(String(match.1), value)
  }

  /// `response.body.items.length > 0` is `(.items | length) > 0`.
  private static func filter(_ text: String, _ body: String) -> String? {
    guard text.hasPrefix(body) else { return nil }
    let pattern = /((?:\.\w+|\[\d+\]|\["[^"]+"\])*?)(\.length)?\s*(===?|!==?|>=|<=|>|<)\s*(.+)/
    guard let match = text.dropFirst(body.count).wholeMatch(of: pattern),
      (try? JSONValue(parsing: String(match.4))) != nil
    else { return nil }
    let path = match.1.isEmpty ? "." : match.1.hasPrefix("[") ? "." + match.1 : String(match.1)
    let value = match.2 == nil ? path : "(\(path) | length)"
    let signs: [Substring: String] = ["===": "==", "!==": "!="]
    return "\(value) \(signs[match.3] ?? String(match.3)) \(match.4)"
  }
}
