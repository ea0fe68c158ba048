internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// The test scripts of a request, as far as they are the usual ones: values set from the response are captures, assertions on status,
/// time, headers and JSON are expectations. Every other line is counted.
///
///     var body = pm.response.json();
///     pm.environment.set("token", body.result.token);             →  capture: { token: .result.token }
///     pm.response.to.have.status(201);                            →  expect: { status: 201 }
///     pm.expect(body.items.length).to.eql(3);                     →  expect: { jq: (.items | length) == 3 }
struct PostmanScript {
  private(set) var captures: [CaptureDefinition] = []
  private(set) var expect = ExpectDefinition()
  /// How many lines could not be taken over.
  private(set) var unknown = 0
  /// Variables that hold the response's JSON.
  private var bodies: Set<String> = []

  init(of item: JSONValue) {
    for event in item["event"]?.array ?? [] {
      let lines = Self.lines(event["script"]?["exec"])
      if event["listen"]?.string == "test" {
        for line in lines { read(line) }
      } else {
        unknown += lines.count { !Self.statements(in: $0).isEmpty }
      }
    }
  }

  /// The names that any script of a collection sets from a response.
  static func allCaptures(in item: JSONValue, depth: Int = 0) -> [String] {
    let own = PostmanScript(of: item).captures.map(\.key.value)
    guard depth < 64 else { return own }
    return own + (item["item"]?.array ?? []).flatMap { allCaptures(in: $0, depth: depth + 1) }
  }

  func apply(to request: inout RequestDefinition) {
    request.capture = captures
    request.expect = expect
  }

  private static func lines(_ script: JSONValue?) -> [String] {
    let lines = script?.array?.compactMap(\.string) ?? [script?.string].compactMap(\.self)
    return lines.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
  }

  private static func statements(in line: String) -> [String] { ScriptStatements.of(line, framedBy: "pm.test") }
}

// Lines.
extension PostmanScript {
  private mutating func read(_ line: String) {
    for statement in Self.statements(in: line)
    where !(readsBody(statement) || captures(statement) || expects(statement)) {
      unknown += 1
    }
  }

  private mutating func readsBody(_ text: String) -> Bool {
    guard
      let match = text.wholeMatch(
        of: /(?:(?:var|let|const)\s+)?(\w+)\s*=\s*(?:pm\.response\.json\(\)|JSON\.parse\(responseBody\))/)
    else { return false }
    bodies.insert(String(match.1))
    return true
  }

  private mutating func captures(_ text: String) -> Bool {
    let pattern =
      /(?:pm\.(?:environment|collectionVariables|globals|variables)\.set|postman\.set(?:Environment|Global)Variable)\(\s*["']([^"']+)["']\s*,\s*(.+?)\s*\)/
    guard let match = text.wholeMatch(of: pattern), let path = path(String(match.2)),
      let value = try? ValuePath(parsing: path)
    else { return false }
    captures.append(CaptureDefinition(key: Located(Variable.name(from: String(match.1))), path: Located(value)))
    return true
  }

  private mutating func expects(_ text: String) -> Bool {
    if let match = text.wholeMatch(of: /pm\.response\.to\.have\.status\(\s*(\d{3})\s*\)/) { return status([match.1]) }
    if let match = text.wholeMatch(
      of: /pm\.expect\(\s*pm\.response\.code\s*\)\.to\.(?:eql|equal|be\.equal)\(\s*(\d{3})\s*\)/)
    {
      return status([match.1])
    }
    if let match = text.wholeMatch(of: /pm\.expect\(\s*pm\.response\.code\s*\)\.to\.be\.oneOf\(\s*\[([\d,\s]+)\]\s*\)/)
    {
      return status(match.1.split { !$0.isNumber })
    }
    if let match = text.wholeMatch(of: /pm\.expect\(\s*pm\.response\.responseTime\s*\)\.to\.be\.below\(\s*(\d+)\s*\)/) {
      expect.within = Int64(match.1).map { Located(.milliseconds($0)) }
      return true
    }
    if let match = text.wholeMatch(of: /pm\.expect\(\s*(.*pm\.response\.(?:code|headers).*)\s*\)\.to\.be\.true/) {
      return ScriptCondition.expect(String(match.1), response: "pm.response", body: "pm.response.json()", in: &expect)
    }
    if let match = text.wholeMatch(of: /pm\.response\.to\.have\.header\(\s*["']([\w-]+)["']\s*\)/) {
      expect.headers.append(Row(String(match.1), ""))
      return true
    }
    return expectsValue(text)
  }

  private mutating func status(_ codes: [Substring]) -> Bool {
    let patterns = codes.compactMap { StatusPattern(String($0)) }
    guard !patterns.isEmpty else { return false }
    expect.status = Located(.oneOf(patterns))
    return true
  }

  /// `pm.expect(PATH).to.CHECK`
  private mutating func expectsValue(_ text: String) -> Bool {
    guard let match = text.wholeMatch(of: /pm\.expect\(\s*([\w.\[\]"'()]+?)\s*\)\.to\.(.+)/),
      let path = path(String(match.1)), let filter = Self.filter(path, String(match.2)),
      let compiled = try? JQFilter(parsing: filter)
    else { return false }
    expect.jq.append(Located(compiled))
    return true
  }

  private static func filter(_ path: String, _ check: String) -> String? {
    let plain = [
      "be.true": "\(path) == true", "be.false": "\(path) == false", "be.null": "\(path) == null",
      "not.be.null": "\(path) != null", "exist": "\(path) != null", "not.be.undefined": "\(path) != null",
      "not.be.empty": "(\(path) | length) > 0", "be.empty": "(\(path) | length) == 0",
    ]
    if let filter = plain[check] { return filter }
    if let match = check.wholeMatch(of: /(?:be\.|)(?:eql|equal|equals)\(\s*(.+?)\s*\)/), let value = literal(match.1) {
      return "\(path) == \(value)"
    }
    if let match = check.wholeMatch(of: /not\.(?:be\.|)(?:eql|equal|equals)\(\s*(.+?)\s*\)/),
      let value = literal(match.1)
    {
      return "\(path) != \(value)"
    }
    if let match = check.wholeMatch(of: /be\.(above|below|at\.least|at\.most)\(\s*(-?[\d.]+)\s*\)/) {
      let signs: [Substring: String] = ["above": ">", "below": "<", "at.least": ">=", "at.most": "<="]
      return "\(path) \(signs[match.1] ?? "==") \(match.2)"
    }
    if let match = check.wholeMatch(of: /(?:be\.an?|an?)\(\s*["'](string|number|boolean|object|array)["']\s*\)/) {
      return "(\(path) | type) == \"\(match.1)\""
    }
    if let match = check.wholeMatch(of: /have\.property\(\s*["'](\w+)["']\s*\)/) {
      return "\(path) | has(\"\(match.1)\")"
    }
    if let match = check.wholeMatch(of: /have\.lengthOf\(\s*(\d+)\s*\)/) { return "(\(path) | length) == \(match.1)" }
    if let match = check.wholeMatch(of: /include\(\s*["']([^"'\\]*)["']\s*\)/) {
      return "\(path) | contains(\"\(match.1)\")"
    }
    return nil
  }

  /// A number, a flag, null, or a text in either kind of quotes, as JSON.
  private static func literal(_ text: Substring) -> String? {
    if (try? JSONValue(parsing: String(text))) != nil { return String(text) }
    guard let match = text.wholeMatch(of: /'([^'\\]*)'/) else { return nil }
    return JSONPrinter.compact.string(of: .string(String(match.1)))
  }

  /// The path of an expression on the response's JSON: `body.items[0].id` is `.items[0].id`; `.length` counts.
  private func path(_ expression: String) -> String? {
    var rest: Substring
    if let range = expression.firstRange(of: "pm.response.json()"), range.lowerBound == expression.startIndex {
      rest = expression[range.upperBound...]
    } else {
      let name = expression.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard bodies.contains(String(name)) else { return nil }
      rest = expression[name.endIndex...]
    }
    let counts = rest.hasSuffix(".length")
    if counts { rest = rest.dropLast(".length".count) }
    guard rest.isEmpty || rest.wholeMatch(of: /(?:\.\w+|\[\d+\]|\[["'][^"'\]]+["']\])+/) != nil else { return nil }
    let path = rest.isEmpty ? "." : (rest.hasPrefix("[") ? "." : "") + rest.replacing("'", with: "\"")
    return counts ? "(\(path) | length)" : path
  }
}
