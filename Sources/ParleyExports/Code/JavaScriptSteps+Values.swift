internal import ParleyEngine

// Values.
extension JavaScriptSteps {
  /// `body.result.items[0]`; what is not there is `undefined`.
  static func access(_ path: ValuePath) -> String {
    path.segments.map { segment in
      switch segment {
      case .key(let key) where key.wholeMatch(of: /[A-Za-z_]\w*/) != nil: "?.\(key)"
      case .key(let key): "?.[\(JavaScriptText.quoted(key))]"
      case .index(let index): index < 0 ? "?.at(\(index))" : "?.[\(index)]"
      }
    }.joined()
  }

  package func text(_ text: Script.Text) -> String {
    if let literal = text.literal { return JavaScriptText.quoted(literal) }
    if text.pieces.count == 1, case .value(let value) = text.pieces[0] { return self.text(of: value) }
    let inner = text.pieces.map { piece in
      switch piece {
      case .literal(let literal): JavaScriptText.inTemplate(literal)
      case .value(let value): "${\(self.text(of: value))}"
      case .encoded(let value): "${encodeURIComponent(\(self.text(of: value)))}"
      }
    }.joined()
    return "`\(inner)`"
  }

  package func text(of value: Script.Expression) -> String {
    switch value {
    case .text(let name): return self.name(name)
    case .part(let name, let path): return "text(\(self.name(name))\(Self.access(path)))"
    case .uuid: return "crypto.randomUUID()"
    case .now: return "new Date().toISOString()"
    case .unixTime: return "String(Math.floor(Date.now() / 1000))"
    case .base64(let text):
      return isK6
        ? "encoding.b64encode(\(self.text(text)))" : "Buffer.from(\(self.text(text))).toString(\"base64\")"
    }
  }

  func value(_ json: Script.JSON) -> String {
    switch json {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .number(let digits): return digits
    case .string(let text): return self.text(text)
    case .value(.part(let name, let path)): return self.name(name) + Self.access(path)
    case .value(let value): return self.text(of: value)
    case .array(let elements): return "[\(elements.map { value($0) }.joined(separator: ", "))]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      return "{ \(members.map { "\(JavaScriptText.quoted($0)): \(value($1))" }.joined(separator: ", ")) }"
    }
  }

  func value(of filter: Script.Filter) -> String {
    if let part = filter.part { return name(part.of) + Self.access(part.path) }
    let steps = filter.steps.map { "\($0): \(name($1))" }.joined(separator: ", ")
    let input = filter.input.map(name) ?? "null"
    return "jq(\(JavaScriptText.quoted(filter.text)), \(input)\(steps.isEmpty ? "" : ", { \(steps) }"))"
  }

  func condition(_ filter: Script.Filter) -> String {
    guard let (name, comparison) = filter.comparison else { return "\(value(of: filter)) === true" }
    let place = self.name(name) + Self.access(comparison.path) + (comparison.isLength ? "?.length" : "")
    // What is not there is null in a filter.
    let value = comparison.literal == "null" ? "(\(place) ?? null)" : place
    return "\(value) \(comparison.sign) \(comparison.literal)"
  }
}
