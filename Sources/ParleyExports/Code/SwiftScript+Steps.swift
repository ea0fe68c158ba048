internal import ParleyEngine

// Steps.
extension SwiftScript {
  package func name(_ name: String) -> String { ScriptNames.camel(name) }

  package mutating func add(_ value: Script.Value) {
    let word = script.kept.contains(value.name) ? "var" : "let"
    switch value.source {
    case .text(let text): code.add("\(word) \(name(value.name)) = \(self.text(text))")
    case .environment(let variable):
      code.add("\(word) \(name(value.name)) = try environment(\(Self.quoted(variable)))")
    }
  }

  package mutating func add(_ steps: [Script.Step]) { for step in steps { add(step) } }

  private mutating func add(_ step: Script.Step) {
    switch step {
    case .comment(let text):
      code.skip()
      code.add(text.commented("// "))
    case .send(let send): add(send)
    case .capture(let name, let path): code.add("\(self.name(name)) = text(body\(Self.access(path)))")
    case .set(let name, let text): code.add("\(self.name(name)) = \(self.text(text))")
    case .filter(let name, let filter): code.add("\(self.name(name)) = \(value(of: filter))")
    case .assert(let filter):
      code.add("try expect(\(condition(filter)), \(Self.quoted("not true: \(filter.text)")))")
    case .program(let name, let words, let input):
      let list = words.map(Self.quoted).joined(separator: ", ")
      code.add("\(self.name(name)) = try run([\(list)], \(input.map(self.name) ?? ".null"))")
    case .wait(let duration): code.add(Self.pause(duration))
    case .when(let filter, let steps): block("if \(condition(filter)) {", steps)
    case .each(let element, let filter, let steps, let value, let result):
      addEach(element, filter, steps, value, result)
    case .until(let filter, let attempts, let every, let steps):
      block("for attempt in 1...\(attempts) {", steps) { inner in
        inner.code.add("if \(inner.condition(filter)) { break }")
        inner.code.add("try expect(attempt < \(attempts), \(Self.quoted("never true: \(filter.text)")))")
        if let every { inner.code.add(Self.pause(every)) }
      }
    case .ensure(let steps, let always):
      code.add("let outcome: Result<Void, any Error>")
      block("do {", steps, end: "} catch {") { $0.code.add("outcome = .success(())") }
      code.add("  outcome = .failure(error)\n}")
      add(always)
      code.add("try outcome.get()")
    }
  }

  private mutating func addEach(
    _ element: String, _ filter: Script.Filter, _ steps: [Script.Step], _ value: String?, _ result: String
  ) {
    let list = ScriptNames.camel("\(result)_values")
    if value != nil { code.add("var \(list): [JSONValue] = []") }
    block("for \(name(element)) in \(self.value(of: filter)).array ?? [] {", steps) { inner in
      if let value { inner.code.add("\(list).append(\(inner.name(value)))") }
    }
    if value != nil { code.add("\(name(result)) = .array(\(list))") }
  }

  private static func pause(_ duration: Duration) -> String {
    "try await Task.sleep(for: .milliseconds(\(Int64(duration / .milliseconds(1)))))"
  }
}

// Sending.
extension SwiftScript {
  private static let methods: Set<String> = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]

  private mutating func add(_ send: Script.Send) {
    let url = text(send.wholeURL)
    let start =
      Self.methods.contains(send.method)
      ? ".\(send.method.lowercased())(\(url))" : "Request.custom(\(Self.quoted(send.method)), \(url))"
    var calls = [".named(\(Self.quoted(send.id)))"]
    calls += send.headers.map { ".header(\(Self.quoted($0)), \(text($1)))" }
    if let auth = send.auth { calls.append(".authorized(\(authorization(auth)))") }
    if let body = send.body { calls.append(".body(\(self.body(body)))") }
    code.block("\(send.needsResponse ? "response" : "_") = try await client.send(", end: ")") { code in
      code.add(start)
      code.indented { $0.add(calls.joined(separator: "\n")) }
    }
    if let expected = send.expected {
      let condition = expected.condition("response.status.code") { "\($0) / 100 == \($1)" }
      code.add("try expect(\(condition), \"\(Self.inner(send.id)): status \\(response.status.code)\")")
    }
    if send.readsBody { code.add("body = try read(response)") }
    if let result = send.result {
      code.add("\(name(result.name)) = body\(Self.access(result.root))\(result.root == .root ? "" : " ?? .null")")
    }
  }

  private func authorization(_ auth: Script.Send.Auth) -> String {
    switch auth {
    case .digest(let user, let password): return ".digest(user: \(text(user)), password: \(text(password)))"
    case .aws(let keys):
      let token = keys.sessionToken.map { ", sessionToken: \(text($0))" } ?? ""
      return """
        .awsSigV4(AWSSignature(accessKey: \(text(keys.accessKey)), secretKey: \(text(keys.secretKey)), \
        region: \(text(keys.region)), service: \(text(keys.service))\(token)))
        """
    }
  }

  private func body(_ body: Script.Send.Body) -> String {
    switch body {
    case .json(let json): return ".json(\(value(json)))"
    case .text(let text): return ".text(\(self.text(text)))"
    case .form(let rows): return ".form([\(rows.map { "(\(Self.quoted($0)), \(text($1)))" }.joined(separator: ", "))])"
    case .file(let path): return ".file(\(text(path)))"
    case .multipart(let parts): return ".multipart([\(parts.map(part).joined(separator: ", "))])"
    }
  }

  private func part(_ part: Script.Send.Part) -> String {
    let ending =
      (part.fileName.map { ", filename: \(text($0))" } ?? "") + (part.type.map { ", contentType: \(text($0))" } ?? "")
    if let file = part.file { return ".file(\(Self.quoted(part.name)), \(text(file))\(ending))" }
    let content = part.text.map(text) ?? "\"\""
    if ending.isEmpty { return ".field(\(Self.quoted(part.name)), \(content))" }
    return "Part(\(Self.quoted(part.name)), .bytes(Array(\(content).utf8))\(ending))"
  }
}

// Values.
extension SwiftScript {
  static func quoted(_ text: String) -> String { "\"\(inner(text))\"" }

  static func inner(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static func access(_ path: ValuePath) -> String {
    path.segments.enumerated().map { index, segment in
      let mark = index == 0 ? "" : "?"
      switch segment {
      case .key(let key): return "\(mark)[\(quoted(key))]"
      case .index(let position): return "\(mark)[\(position)]"
      }
    }.joined()
  }

  package func text(_ text: Script.Text) -> String {
    if text.pieces.count == 1, case .value(let value) = text.pieces[0] { return self.text(of: value) }
    let inner = text.pieces.map { piece in
      switch piece {
      case .literal(let literal): Self.inner(literal)
      case .value(let value): "\\(\(self.text(of: value)))"
      case .encoded(let value): "\\(encoded(\(self.text(of: value))))"
      }
    }.joined()
    return "\"\(inner)\""
  }

  private func text(of value: Script.Expression) -> String {
    switch value {
    case .text(let name): self.name(name)
    case .part(let name, let path): "text(\(self.name(name))\(Self.access(path)))"
    case .uuid: "UUID().uuidString.lowercased()"
    case .now: "Date().ISO8601Format()"
    case .unixTime: "String(Int(Date().timeIntervalSince1970))"
    case .base64(let text): "base64(\(self.text(text)))"
    }
  }

  private func value(_ json: Script.JSON) -> String {
    switch json {
    case .null: return ".null"
    case .bool(let flag): return "\(flag)"
    case .number(let digits): return digits
    case .string(let text): return text.literal == nil ? ".string(\(self.text(text)))" : self.text(text)
    case .value(.part(let name, let path)):
      return "\(self.name(name))\(Self.access(path))\(path == .root ? "" : " ?? .null")"
    case .value(let value): return ".string(\(text(of: value)))"
    case .array(let elements): return "[\(elements.map { value($0) }.joined(separator: ", "))]"
    case .object(let members):
      if members.isEmpty { return "[:]" }
      return "[\(members.map { "\(Self.quoted($0)): \(value($1))" }.joined(separator: ", "))]"
    }
  }

  private func value(of filter: Script.Filter) -> String {
    if let part = filter.part {
      let place = name(part.of) + Self.access(part.path)
      return part.path == .root ? place : "(\(place) ?? .null)"
    }
    let steps = filter.steps.map { "\(Self.quoted($0)): \(name($1))" }.joined(separator: ", ")
    let input = filter.input.map(name) ?? ".null"
    return "try jq(\(Self.quoted(filter.text)), \(input)\(steps.isEmpty ? "" : ", steps: [\(steps)]"))"
  }

  /// The library evaluates comparisons as jq does.
  private func condition(_ filter: Script.Filter) -> String { "\(value(of: filter)) == true" }
}

extension Script.Send {
  /// Whether something looks at what came back.
  fileprivate var needsResponse: Bool { expected != nil || readsBody }
}
