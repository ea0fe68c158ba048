internal import ParleyEngine

/// Leaves out what a program would compute for nobody: results that nothing reads, and values that nothing uses.
struct ScriptPruning {
  private let script: Script
  private var used: Set<String> = []

  init(_ script: Script) {
    self.script = script
    for step in script.steps { look(step) }
    // Values may be made of other values.
    for value in script.values.reversed() where used.contains(value.name) {
      if case .text(let text) = value.source { look(text) }
    }
  }

  var pruned: Script {
    var script = script
    script.values = script.values.filter { used.contains($0.name) }
    script.steps = pruned(script.steps)
    return script
  }

  private func pruned(_ steps: [Script.Step]) -> [Script.Step] {
    steps.enumerated().map { index, step in
      switch step {
      case .send(var send):
        if let result = send.result, !used.contains(result.name) { send.result = nil }
        let follows = steps[(index + 1)...].prefix { if case .send = $0 { false } else { true } }
        send.readsBody = send.result != nil || follows.contains(where: \.readsBody)
        return .send(send)
      case .when(let filter, let inner): return .when(filter, pruned(inner))
      case .each(let element, let filter, let inner, let value, let result):
        return .each(
          element: element, filter, pruned(inner), value: used.contains(result) ? value ?? element : nil, result: result
        )
      case .until(let filter, let attempts, let every, let inner):
        return .until(filter, attempts: attempts, every: every, pruned(inner))
      case .ensure(let inner, let always): return .ensure(pruned(inner), pruned(always))
      default: return step
      }
    }
  }

  // MARK: Uses

  private mutating func look(_ step: Script.Step) {
    switch step {
    case .comment, .wait, .capture: break
    case .send(let send): look(send)
    case .set(_, let text): look(text)
    case .filter(_, let filter), .assert(let filter): look(filter)
    case .program(_, _, let input): if let input { used.insert(input) }
    case .when(let filter, let steps):
      look(filter)
      for step in steps { look(step) }
    case .each(_, let filter, let steps, let value, _):
      look(filter)
      if let value { used.insert(value) }
      for step in steps { look(step) }
    case .until(let filter, _, _, let steps):
      look(filter)
      for step in steps { look(step) }
    case .ensure(let steps, let always): for step in steps + always { look(step) }
    }
  }

  private mutating func look(_ send: Script.Send) {
    look(send.url)
    for text in send.query.flatMap({ [$0, $1] }) { look(text) }
    for (_, value) in send.headers { look(value) }
    switch send.auth {
    case .digest(let user, let password)?: for text in [user, password] { look(text) }
    case .aws(let keys)?:
      for text in [keys.accessKey, keys.secretKey, keys.region, keys.service] { look(text) }
      if let token = keys.sessionToken { look(token) }
    case nil: break
    }
    switch send.body {
    case .json(let json)?: look(json)
    case .text(let text)?, .file(let text)?: look(text)
    case .form(let rows)?: for (_, text) in rows { look(text) }
    case .multipart(let parts)?:
      for text in parts.flatMap({ [$0.text, $0.file, $0.type, $0.fileName] }) { if let text { look(text) } }
    case nil: break
    }
  }

  private mutating func look(_ filter: Script.Filter) {
    if let part = filter.part { return _ = used.insert(part.of) }
    if let comparison = filter.comparison { used.insert(comparison.of) }
    if let input = filter.input { used.insert(input) }
    for (_, name) in filter.steps { used.insert(name) }
  }

  private mutating func look(_ text: Script.Text) {
    for piece in text.pieces {
      switch piece {
      case .literal: break
      case .value(let value), .encoded(let value): look(value)
      }
    }
  }

  private mutating func look(_ expression: Script.Expression) {
    switch expression {
    case .text(let name), .part(let name, _): used.insert(name)
    case .base64(let text): look(text)
    case .uuid, .now, .unixTime: break
    }
  }

  private mutating func look(_ json: Script.JSON) {
    switch json {
    case .null, .bool, .number: break
    case .string(let text): look(text)
    case .value(let value): look(value)
    case .array(let elements): for element in elements { look(element) }
    case .object(let members): for (_, value) in members { look(value) }
    }
  }
}

extension Script.Step {
  /// Whether it looks at the body of the last response.
  fileprivate var readsBody: Bool {
    switch self {
    case .capture: true
    case .assert(let filter): filter.input == "body"
    default: false
    }
  }
}
