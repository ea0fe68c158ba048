internal import ParleyEngine
internal import ParleyFiles

// Steps.
extension GoScript {
  private func name(_ name: String) -> String { ScriptNames.camel(name) }

  package mutating func add(_ steps: [Script.Step]) { for step in steps { add(step) } }

  private mutating func add(_ step: Script.Step) {
    switch step {
    case .comment(let text):
      code.skip()
      code.add(text.commented("// "))
    case .send(let send): add(send)
    case .capture(let name, let path): code.add("\(self.name(name)) = text(\(Self.access("body", path)))")
    case .set(let name, let text): code.add("\(self.name(name)) = \(self.text(text))")
    case .filter(let name, let filter): code.add("\(self.name(name)) = \(value(of: filter))")
    case .assert(let filter): code.add("expect(\(condition(filter)), \(Self.quoted(filter.text)))")
    case .program(let name, let words, let input):
      let list = words.map(Self.quoted).joined(separator: ", ")
      code.add("\(self.name(name)) = run([]string{\(list)}, \(input.map(self.name) ?? "nil"))")
    case .wait(let duration): code.add(Self.pause(duration))
    case .when(let filter, let steps): block("if \(condition(filter)) {", steps)
    case .each(let element, let filter, let steps, let value, let result):
      code.add("\(name(result)) = []any{}")
      block("for _, \(name(element)) := range list(\(self.value(of: filter))) {", steps) { inner in
        if let value {
          inner.code.add("\(inner.name(result)) = append(list(\(inner.name(result))), \(inner.name(value)))")
        } else {
          inner.code.add("_ = \(inner.name(element))")
        }
      }
    case .until(let filter, let attempts, let every, let steps):
      block("for attempt := 1; ; attempt++ {", steps) { inner in
        inner.code.add("if \(inner.condition(filter)) {\n\tbreak\n}")
        inner.code.add("expect(attempt < \(attempts), \(Self.quoted(filter.text)))")
        if let every { inner.code.add(Self.pause(every)) }
      }
    case .ensure(let steps, let always):
      block("func() {", [], end: "}()") { inner in
        inner.block("defer func() {", always, end: "}()")
        inner.add(steps)
      }
    }
  }

  private static func pause(_ duration: Duration) -> String {
    "time.Sleep(\(Int64(duration / .milliseconds(1))) * time.Millisecond)"
  }
}

// Sending.
extension GoScript {
  private mutating func add(_ send: Script.Send) {
    var headers = send.headers
    var content = "nil"
    switch send.body {
    case nil: break
    case .json(let json)?:
      content = "encode(\(value(json)))"
      headers.append(("Content-Type", Script.Text("application/json")))
    case .text(let text)?: content = "[]byte(\(self.text(text)))"
    case .form(let rows)?:
      let pieces = rows.enumerated().flatMap { index, row in
        [.literal(index == 0 ? "" : "&")] + Script.Text(row.0).encoded.pieces + [.literal("=")] + row.1.encoded.pieces
      }
      content = "[]byte(\(text(Script.Text(pieces).joiningLiterals)))"
      headers.append(("Content-Type", Script.Text("application/x-www-form-urlencoded")))
    case .file(let path)?: content = "file(\(text(path)))"
    case .multipart(let parts)?:
      addForm(parts)
      content = "content.Bytes()"
      code.add("formType := form.FormDataContentType()")
    }
    var arguments = [Self.quoted(send.method), text(send.wholeURL), content]
    arguments += headers.map { "\(Self.quoted($0)), \(text($1))" }
    if case .multipart? = send.body { arguments.append("\"Content-Type\", formType") }
    let target = send.readsBody ? "status, body = " : send.expected == nil ? "" : "status, _ = "
    code.block("\(target)send(", end: ")") { $0.add(arguments.map { "\($0)," }.joined(separator: "\n")) }
    if let expected = send.expected {
      let condition = expected.condition("status") { "\($0)/100 == \($1)" }
      code.add("expect(\(condition), \(Self.quoted("\(send.id): status \(StatusExpectation.oneOf(expected))")))")
    }
    if let result = send.result { code.add("\(name(result.name)) = \(Self.access("body", result.root))") }
  }

  private mutating func addForm(_ parts: [Script.Send.Part]) {
    code.add("var content bytes.Buffer\nform := multipart.NewWriter(&content)")
    for part in parts {
      let data = part.file.map { "file(\(text($0)))" } ?? "[]byte(\(part.text.map(text) ?? "\"\""))"
      let fileName = part.fileName.map(text) ?? part.file.map { "filepath.Base(\(text($0)))" }
      var disposition = Self.quoted("form-data; name=\"\(part.name)\"")
      if let fileName { disposition += " + \"; filename=\\\"\" + \(fileName) + \"\\\"\"" }
      let type = part.type.map { "header.Set(\"Content-Type\", \(text($0)))" }
      code.block("{", end: "}") { code in
        code.add("header := textproto.MIMEHeader{}\nheader.Set(\"Content-Disposition\", \(disposition))")
        if let type { code.add(type) }
        code.add("part, err := form.CreatePart(header)\nmust(err)\n_, err = part.Write(\(data))\nmust(err)")
      }
    }
    code.add("must(form.Close())")
  }
}

// Values.
extension GoScript {
  static func quoted(_ text: String) -> String { JSONPrinter.compact.string(of: .string(text)) }

  private static func access(_ name: String, _ path: ValuePath) -> String {
    guard !path.segments.isEmpty else { return name }
    let keys = path.segments.map { segment in
      switch segment {
      case .key(let key): quoted(key)
      case .index(let index): "\(index)"
      }
    }
    return "at(\(name), \(keys.joined(separator: ", ")))"
  }

  package func text(_ text: Script.Text) -> String {
    if let literal = text.literal { return Self.quoted(literal) }
    return text.pieces.map { piece in
      switch piece {
      case .literal(let literal): Self.quoted(literal)
      case .value(let value): self.text(of: value)
      case .encoded(let value): "url.PathEscape(\(self.text(of: value)))"
      }
    }.joined(separator: " + ")
  }

  private func text(of value: Script.Expression) -> String {
    switch value {
    case .text(let name): self.name(name)
    case .part(let name, let path): "text(\(Self.access(self.name(name), path)))"
    case .uuid: "newUUID()"
    case .now: "time.Now().UTC().Format(time.RFC3339Nano)"
    case .unixTime: "fmt.Sprint(time.Now().Unix())"
    case .base64(let text): "base64.StdEncoding.EncodeToString([]byte(\(self.text(text))))"
    }
  }

  private func value(_ json: Script.JSON) -> String {
    switch json {
    case .null: return "nil"
    case .bool(let flag): return "\(flag)"
    // Go's numbers would lose digits.
    case .number(let digits): return "json.Number(\"\(digits)\")"
    case .string(let text): return self.text(text)
    case .value(.part(let name, let path)): return Self.access(self.name(name), path)
    case .value(let value): return text(of: value)
    case .array(let elements): return "[]any{\(elements.map { value($0) }.joined(separator: ", "))}"
    case .object(let members):
      return "map[string]any{\(members.map { "\(Self.quoted($0)): \(value($1))" }.joined(separator: ", "))}"
    }
  }

  private func value(of filter: Script.Filter) -> String {
    if let part = filter.part { return Self.access(name(part.of), part.path) }
    let steps = filter.steps.map { "\(Self.quoted($0)): \(name($1))" }.joined(separator: ", ")
    return "jq(\(Self.quoted(filter.text)), \(filter.input.map(name) ?? "nil"), map[string]any{\(steps)})"
  }

  private func condition(_ filter: Script.Filter) -> String { "\(value(of: filter)) == true" }
}
