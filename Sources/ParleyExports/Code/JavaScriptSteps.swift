internal import ParleyEngine
internal import ParleyFiles
import ParleyModel

/// The steps of a program in JavaScript, for Node or for k6.
struct JavaScriptSteps: BlockWriter {
  private let script: Script
  let isK6: Bool
  /// Files that a script for k6 must open before anything runs.
  private(set) var files: [String] = []
  var code = CodeLines(indentedBy: "  ")
  /// Whether names stand before all steps.
  private let declares: Bool
  private var known: Set<String>

  init(_ script: Script, isK6: Bool) {
    (self.script, self.isK6) = (script, isK6)
    declares = script.hasBlocks
    known = Set(script.values.map(\.name))
    if isK6 { addFiles(script.steps) }
  }

  package func name(_ name: String) -> String { ScriptNames.camel(name) }

  /// Constants at the beginning; one that a step sets is none.
  func values() -> [String] {
    let kept = Set(script.kept)
    return script.values.map { value in
      let word = kept.contains(value.name) ? "let" : "const"
      switch value.source {
      case .text(let text): return "\(word) \(name(value.name)) = \(self.text(text));"
      case .environment(let variable):
        let place = isK6 ? "__ENV.\(variable)" : "process.env.\(variable)"
        return "\(word) \(name(value.name)) = \(place);"
      }
    }
  }

  package func text(declaring values: Bool) -> [String] {
    var copy = self
    if values { copy.code.add(self.values().joined(separator: "\n")) }
    let names = script.kept.filter { !known.contains($0) }
    if declares, !names.isEmpty { copy.code.add("let \(names.map(name).joined(separator: ", "));") }
    copy.code.add(script.sends ? "let response, body;" : "")
    copy.add(script.steps)
    return copy.code.lines
  }

  package mutating func add(_ steps: [Script.Step]) { for step in steps { add(step) } }

  private mutating func assign(_ name: String, _ value: String) {
    let isKnown = declares || !known.insert(name).inserted
    code.add("\(isKnown ? "" : "const ")\(self.name(name)) = \(value);")
  }

  private mutating func add(_ step: Script.Step) {
    switch step {
    case .comment(let text):
      code.skip()
      code.add(text.commented("// "))
    case .send(let send): add(send)
    case .capture(let name, let path): assign(name, "text(body\(Self.access(path)))")
    case .set(let name, let text): assign(name, self.text(text))
    case .filter(let name, let filter): assign(name, value(of: filter))
    case .assert(let filter):
      code.add("expect(\(condition(filter)), \(JavaScriptText.quoted(filter.text)));")
    case .program(let name, let words, let input):
      assign(
        name, "run([\(words.map(JavaScriptText.quoted).joined(separator: ", "))], \(input.map(self.name) ?? "null"))")
    case .wait(let duration): code.add(pause(duration))
    case .when(let filter, let steps): block("if (\(condition(filter))) {", steps)
    case .each(let element, let filter, let steps, let value, let result):
      assign(result, "[]")
      block("for (const \(name(element)) of \(self.value(of: filter))) {", steps) { inner in
        if let value { inner.code.add("\(inner.name(result)).push(\(inner.name(value)));") }
      }
    case .until(let filter, let attempts, let every, let steps):
      block("for (let attempt = 1; ; attempt++) {", steps) { inner in
        inner.code.add("if (\(inner.condition(filter))) break;")
        inner.code.add("if (attempt === \(attempts)) \(inner.failing("never true: \(filter.text)"))")
        if let every { inner.code.add(inner.pause(every)) }
      }
    case .ensure(let steps, let always):
      block("try {", steps, end: "} finally {")
      block("", always)
    }
  }

  private func failing(_ words: String) -> String {
    let quoted = JavaScriptText.quoted(words)
    return isK6 ? "fail(\(quoted));" : "throw new Error(\(quoted));"
  }

  private func pause(_ duration: Duration) -> String {
    isK6
      ? "sleep(\(duration.secondsText));"
      : "await new Promise((done) => setTimeout(done, \(Int64(duration / .milliseconds(1)))));"
  }
}

// Sending.
extension JavaScriptSteps {
  private mutating func add(_ send: Script.Send) {
    let body = body(send.body)
    var headers = send.headers.map { "\(JavaScriptText.quoted($0)): \(text($1))" }
    if let type = body?.type, !send.headers.contains(where: { $0.0.lowercased() == "content-type" }) {
      headers.append("\"Content-Type\": \"\(type)\"")
    }
    let url = text(send.wholeURL)
    if isK6 {
      var options = headers.isEmpty ? [] : ["headers: { \(headers.joined(separator: ", ")) }"]
      options.append("tags: { name: \(JavaScriptText.quoted(send.id)) }")
      code.block("response = http.request(", end: ");") { code in
        code.add("\"\(send.method)\",\n\(url),\n\(body?.text ?? "null"),\n{ \(options.joined(separator: ", ")) },")
      }
    } else {
      code.block("response = await fetch(\(url), {", end: "});") { code in
        code.add("method: \"\(send.method)\",")
        if !headers.isEmpty { code.add("headers: { \(headers.joined(separator: ", ")) },") }
        if let body { code.add("body: \(body.text),") }
      }
    }
    addCheck(send)
    if send.readsBody { code.add("body = \(isK6 ? "" : "await ")read(response);") }
    if let result = send.result { assign(result.name, "body\(Self.access(result.root))") }
  }

  private mutating func addCheck(_ send: Script.Send) {
    guard let expected = send.expected else { return }
    let condition = expected.condition("response.status", equals: "===") { "Math.floor(\($0) / 100) === \($1)" }
    guard isK6 else {
      return code.block("if (!(\(condition))) {", end: "}") { code in
        code.add(
          "throw new Error(`\(JavaScriptText.inTemplate(send.id)): status ${response.status}\\n${await response.text()}`);"
        )
      }
    }
    let words = JavaScriptText.quoted("\(send.id): status \(StatusExpectation.oneOf(expected))")
    code.block("if (!check(response, { [\(words)]: (response) => \(condition) })) {", end: "}") { code in
      code.add("fail(`\(JavaScriptText.inTemplate(send.id)): status ${response.status}`);")
    }
  }

  private func body(_ body: Script.Send.Body?) -> (text: String, type: String?)? {
    switch body {
    case nil: return nil
    case .json(let json)?: return ("JSON.stringify(\(value(json)))", "application/json")
    case .text(let text)?: return (self.text(text), nil)
    case .form(let rows)?:
      let pieces = rows.enumerated().flatMap { index, row in
        [.literal(index == 0 ? "" : "&")] + Script.Text(row.0).encoded.pieces + [.literal("=")] + row.1.encoded.pieces
      }
      return (text(Script.Text(pieces).joiningLiterals), "application/x-www-form-urlencoded")
    case .file(let path)?: return (content(of: path), nil)
    case .multipart(let parts)?: return (form(parts), nil)
    }
  }

  private func content(of path: Script.Text) -> String {
    isK6 ? fileName(path) : "readFileSync(\(text(path)))"
  }

  private func form(_ parts: [Script.Send.Part]) -> String {
    if isK6 {
      let fields = parts.map { part in
        let content = part.file.map(content) ?? part.text.map(text) ?? "\"\""
        guard part.file != nil || part.type != nil || part.fileName != nil else {
          return "\(JavaScriptText.quoted(part.name)): \(content)"
        }
        let name = part.fileName.map(text) ?? part.file.map(baseName) ?? "\"\""
        return
          "\(JavaScriptText.quoted(part.name)): http.file(\(content), \(name)\(part.type.map { ", \(text($0))" } ?? ""))"
      }
      return "{ \(fields.joined(separator: ", ")) }"
    }
    let calls = parts.map { part in
      let content = part.file.map(content) ?? part.text.map(text) ?? "\"\""
      guard part.file != nil || part.type != nil else {
        return "form.append(\(JavaScriptText.quoted(part.name)), \(content));"
      }
      let type = part.type.map { ", { type: \(text($0)) }" } ?? ""
      let name = (part.fileName.map(text) ?? part.file.map(baseName)).map { ", \($0)" } ?? ""
      return "form.append(\(JavaScriptText.quoted(part.name)), new Blob([\(content)]\(type))\(name));"
    }
    return "(() => {\n  const form = new FormData();\n  \(calls.joined(separator: "\n  "))\n  return form;\n})()"
  }

  private func baseName(_ path: Script.Text) -> String {
    path.literal.map { JavaScriptText.quoted($0.lastPathPart) } ?? "\(text(path)).split(\"/\").pop()"
  }

  // MARK: Files of k6

  private mutating func addFiles(_ steps: [Script.Step]) {
    for step in steps {
      if case .send(let send) = step {
        if case .file(let path)? = send.body { addFile(path) }
        if case .multipart(let parts)? = send.body { for path in parts.compactMap(\.file) { addFile(path) } }
      }
      addFiles(step.inner)
    }
  }

  private mutating func addFile(_ path: Script.Text) {
    let line = "const \(fileName(path)) = open(\(text(path)), \"b\");"
    if !files.contains(line) { files.append(line) }
  }

  private func fileName(_ path: Script.Text) -> String {
    let words = ImportNames.slug(path.literal?.lastPathPart ?? "file", or: "file").split {
      !$0.isLetter && !$0.isNumber
    }
    return ScriptNames.camel("file_" + words.joined(separator: "_"))
  }
}

extension Script {
  var sends: Bool {
    func look(_ steps: [Step]) -> Bool {
      steps.contains { step in
        if case .send = step { true } else { look(step.inner) }
      }
    }
    return look(steps)
  }
}
