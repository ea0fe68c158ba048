internal import ParleyEngine
internal import ParleyText

/// Python with httpx.
struct PythonScript: ScriptWriter, BlockWriter {
  private let script: Script
  var code = CodeLines(indentedBy: "    ")
  static let blockEnd: String? = nil

  static let reserved = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del",
    "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield", "base64", "datetime", "json", "os", "subprocess",
    "time",
    "uuid", "httpx", "quote", "client", "response", "body", "attempt", "check", "expect", "text", "jq", "run", "list",
    "str", "input", "id", "type", "print", "open",
  ]

  init(_ script: Script) { self.script = script }

  mutating func program() -> String {
    for value in script.values { add(value) }
    code.skip()
    code.add("client = httpx.Client(timeout=30, follow_redirects=True)")
    add(script.steps)
    return head + "\n" + code.text
  }

  // MARK: Its head

  private var head: String {
    let program = code.text
    let helpers = Self.helpers.filter { program.contains("\($0.name)(") }.map(\.text)
    let all = helpers.joined() + program
    let modules = ["base64", "datetime", "json", "os", "subprocess", "time", "uuid"].filter { all.contains("\($0).") }
    var lines = [
      "#!/usr/bin/env python3", "\"\"\"\(script.title), exported by Parley.", "", "Needs httpx: pip install httpx",
    ]
    if all.contains("\"jq\"") { lines.append("Needs jq for its filters: https://jqlang.org") }
    let names = script.environmentNames
    if !names.isEmpty { lines.append("Set in the environment: \(names.joined(separator: ", "))") }
    lines += ["\"\"\""] + modules.map { "import \($0)" }
    if all.contains("quote(") { lines.append("from urllib.parse import quote") }
    lines += ["", "import httpx", ""]
    for helper in helpers { lines += ["", helper, ""] }
    return lines.joined(separator: "\n")
  }

  private static let helpers: [(name: String, text: String)] = [
    (
      "check",
      """
      def check(response, is_expected):
          if not is_expected:
              raise SystemExit(f"{response.request.url}: status {response.status_code}\\n{response.text}")
      """
    ),
    (
      "read",
      """
      def read(response):
          try:
              return response.json()
          except ValueError:
              return response.text
      """
    ),
    (
      "expect",
      """
      def expect(is_true, words):
          if not is_true:
              raise SystemExit(f"not true: {words}")
      """
    ),
    (
      "text",
      """
      def text(value):
          return value if isinstance(value, str) else json.dumps(value)
      """
    ),
    (
      "jq",
      """
      def jq(filter, value, steps={}):
          command = ["jq", "--compact-output", "--argjson", "steps", json.dumps(steps), filter]
          done = subprocess.run(command, input=json.dumps(value), capture_output=True, text=True, check=True)
          return json.loads(done.stdout)
      """
    ),
    (
      "run",
      """
      def run(command, value):
          done = subprocess.run(command, input=json.dumps(value), stdout=subprocess.PIPE, text=True, check=True)
          return json.loads(done.stdout) if done.stdout.strip() else None
      """
    ),
  ]
}

// Steps.
extension PythonScript {
  private mutating func add(_ value: Script.Value) {
    switch value.source {
    case .text(let text): code.add("\(value.name) = \(self.text(text))")
    case .environment(let name): code.add("\(value.name) = os.environ[\(Self.quoted(name))]")
    }
  }

  package mutating func add(_ steps: [Script.Step]) {
    if steps.isEmpty { code.add("pass") }
    for step in steps { add(step) }
  }

  private mutating func add(_ step: Script.Step) {
    switch step {
    case .comment(let text):
      code.skip()
      code.add(text.commented("# "))
    case .send(let send): add(send)
    case .capture(let name, let path): code.add("\(name) = text(body\(Self.access(path)))")
    case .set(let name, let text): code.add("\(name) = \(self.text(text))")
    case .filter(let name, let filter): code.add("\(name) = \(value(of: filter))")
    case .assert(let filter): code.add("expect(\(condition(filter)), \(Self.quoted(filter.text)))")
    case .program(let name, let words, let input):
      code.add("\(name) = run([\(words.map(Self.quoted).joined(separator: ", "))], \(input ?? "None"))")
    case .wait(let duration): code.add("time.sleep(\(duration.secondsText))")
    case .when(let filter, let steps): block("if \(condition(filter)):", steps)
    case .each(let element, let filter, let steps, let value, let result):
      code.add("\(result) = []")
      block("for \(element) in \(self.value(of: filter)):", steps) { inner in
        if let value { inner.code.add("\(result).append(\(value))") }
      }
    case .until(let filter, let attempts, let every, let steps):
      block("for attempt in range(\(attempts)):", steps) { inner in
        inner.code.add("if \(inner.condition(filter)):\n    break")
        if let every { inner.code.add("time.sleep(\(every.secondsText))") }
      }
      code.add("else:\n    raise SystemExit(\(Self.quoted("never true: \(filter.text)")))")
    case .ensure(let steps, let always):
      block("try:", steps)
      block("finally:", always)
    }
  }

  private mutating func add(_ send: Script.Send) {
    var arguments = [Self.quoted(send.method), text(send.url)]
    if !send.query.isEmpty {
      arguments.append("params=[\(send.query.map { "(\(text($0)), \(text($1)))" }.joined(separator: ", "))]")
    }
    if !send.headers.isEmpty {
      let pairs = send.headers.map { "(\(Self.quoted($0)), \(text($1)))" }
      arguments.append("headers=[\(pairs.joined(separator: ", "))]")
    }
    arguments += body(send.body)
    if case .digest(let user, let password)? = send.auth {
      arguments.append("auth=httpx.DigestAuth(\(text(user)), \(text(password)))")
    }
    code.block("response = client.request(", end: ")") { code in
      for argument in arguments { code.add(argument + ",") }
    }
    if let expected = send.expected {
      let condition = expected.condition("response.status_code", or: "or") { "\($0) // 100 == \($1)" }
      code.add("check(response, \(condition))")
    }
    if send.readsBody { code.add("body = read(response)") }
    if let result = send.result { code.add("\(result.name) = body\(Self.access(result.root))") }
  }

  private func body(_ body: Script.Send.Body?) -> [String] {
    switch body {
    case nil: return []
    case .json(let json)?: return ["json=\(value(json))"]
    case .text(let text)?: return ["content=\(self.text(text))"]
    case .form(let rows)?:
      // A list of names keeps those that are repeated.
      let names = rows.map(\.0).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      let fields = names.map { name in
        let values = rows.filter { $0.0 == name }.map { text($0.1) }
        return "\(Self.quoted(name)): \(values.count == 1 ? values[0] : "[\(values.joined(separator: ", "))]")"
      }
      return ["data={\(fields.joined(separator: ", "))}"]
    case .file(let path)?: return ["content=open(\(text(path)), \"rb\")"]
    case .multipart(let parts)?:
      return ["files=[\(parts.map(part).joined(separator: ", "))]"]
    }
  }

  private func part(_ part: Script.Send.Part) -> String {
    let name = part.fileName.map(text) ?? part.file.map { "os.path.basename(\(text($0)))" } ?? "None"
    let content = part.text.map(text) ?? part.file.map { "open(\(text($0)), \"rb\")" } ?? "\"\""
    let type = part.type.map { ", \(text($0))" } ?? ""
    return "(\(Self.quoted(part.name)), (\(name), \(content)\(type)))"
  }
}

// Values.
extension PythonScript {
  static func quoted(_ text: String) -> String { JSONPrinter.compact.string(of: .string(text)) }

  private static func access(_ path: ValuePath) -> String {
    path.segments.map { segment in
      switch segment {
      case .key(let key): "[\(quoted(key))]"
      case .index(let index): "[\(index)]"
      }
    }.joined()
  }

  private func text(_ text: Script.Text) -> String {
    if let literal = text.literal { return Self.quoted(literal) }
    if text.pieces.count == 1, case .value(let value) = text.pieces[0] { return self.text(of: value) }
    // An expression in an f-string may not have quotes of its kind before Python 3.12.
    return text.pieces.map { piece in
      switch piece {
      case .literal(let literal): Self.quoted(literal)
      case .value(let value): self.text(of: value)
      case .encoded(let value): "quote(\(self.text(of: value)), safe=\"\")"
      }
    }.joined(separator: " + ")
  }

  private func text(of value: Script.Expression) -> String {
    switch value {
    case .text(let name): name
    case .part(let name, let path): "text(\(name)\(Self.access(path)))"
    case .uuid: "str(uuid.uuid4())"
    case .now: "datetime.datetime.now(datetime.timezone.utc).isoformat()"
    case .unixTime: "str(int(time.time()))"
    case .base64(let text): "base64.b64encode((\(self.text(text))).encode()).decode()"
    }
  }

  private func value(_ json: Script.JSON) -> String {
    switch json {
    case .null: return "None"
    case .bool(let flag): return flag ? "True" : "False"
    case .number(let digits): return digits
    case .string(let text): return self.text(text)
    case .value(.part(let name, let path)): return "\(name)\(Self.access(path))"
    case .value(let value): return self.text(of: value)
    case .array(let elements): return "[\(elements.map { value($0) }.joined(separator: ", "))]"
    case .object(let members):
      return "{\(members.map { "\(Self.quoted($0)): \(value($1))" }.joined(separator: ", "))}"
    }
  }

  private func value(of filter: Script.Filter) -> String {
    if let part = filter.part { return part.of + Self.access(part.path) }
    let steps = filter.steps.map { "\(Self.quoted($0)): \($1)" }.joined(separator: ", ")
    return "jq(\(Self.quoted(filter.text)), \(filter.input ?? "None")\(steps.isEmpty ? "" : ", {\(steps)}"))"
  }

  private func condition(_ filter: Script.Filter) -> String {
    guard let (name, comparison) = filter.comparison else { return "\(value(of: filter)) is True" }
    let place = name + Self.access(comparison.path)
    let signs = ["===": "==", "!==": "!="]
    let literals = ["null": "None", "true": "True", "false": "False"]
    let left = comparison.isLength ? "len(\(place))" : place
    return "\(left) \(signs[comparison.sign] ?? comparison.sign) \(literals[comparison.literal] ?? comparison.literal)"
  }
}

extension String {
  /// Each of its lines as a comment.
  func commented(_ mark: String) -> String {
    trimmed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { $0.isEmpty ? String(mark.trimmed) : mark + $0 }.joined(separator: "\n")
  }
}

extension Duration {
  /// In seconds, as every language writes it.
  var secondsText: String {
    let milliseconds = Int64(self / .milliseconds(1))
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1_000)"
  }
}
