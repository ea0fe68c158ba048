internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A shell script with curl, and jq for what responses give.
struct ShellScript: ScriptWriter, BlockWriter {
  private let script: Script
  var code = CodeLines(indentedBy: "  ")

  static let reserved = [
    "if", "then", "else", "elif", "fi", "case", "esac", "for", "while", "until", "do", "done", "in", "function", "time",
    "select", "status", "body", "response", "send", "at", "uri", "escaped", "run", "expect", "path", "home", "user",
    "shell", "ifs", "pwd", "attempt", "random", "seconds", "uid", "words", "line", "clean_up", "jq", "curl", "test",
  ]

  init(_ script: Script) { self.script = script }

  mutating func program() -> String {
    for value in script.values { add(value) }
    add(script.steps)
    return head + code.text
  }

  private var head: String {
    var lines = ["#!/usr/bin/env bash", "# \(script.title), exported by Parley."]
    lines.append("# For one request as a single curl command: parley send NAME --curl")
    let program = code.text
    let helpers = Self.helpers.filter { program.contains("\($0.name) ") }
    if helpers.contains(where: \.needsJQ) || program.contains("jq ") { lines.append("# Needs curl and jq.") }
    let names = script.environmentNames
    if !names.isEmpty { lines.append("# Set in the environment: \(names.joined(separator: ", "))") }
    lines += ["set -euo pipefail", ""]
    for helper in helpers { lines += [helper.text, ""] }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let helpers: [(name: String, text: String, needsJQ: Bool)] = [
    (
      "send",
      """
      # send STATUSES WORD...: sends with curl; the response is in $body.
      send() {
        local expected=$1 response
        response=$(curl --silent --show-error --location --globoff --write-out '\\n%{http_code}' "${@:2}")
        status=${response##*$'\\n'} body=${response%$'\\n'*}
        [[ $status =~ ^($expected)$ ]] || { printf '%s: status %s\\n%s\\n' "$2" "$status" "$body" >&2; exit 1; }
      }
      """, false
    ),
    ("at", "# at JSON PATH: a part of it, as text.\nat() { jq --raw-output \"$2\" <<<\"$1\"; }", true),
    (
      "uri",
      "# uri TEXT: encoded as a part of a URL.\nuri() { jq --null-input --raw-output --arg text \"$1\" '$text | @uri'; }",
      true
    ),
    (
      "escaped",
      "# escaped TEXT: as it stands inside quotes in JSON.\nescaped() { jq --null-input --raw-output --arg text \"$1\" '$text | tojson[1:-1]'; }",
      true
    ),
    (
      "expect",
      "# expect JSON WORDS: ends the script unless it is true.\nexpect() { [[ $1 == true ]] || { printf 'not true: %s\\n' \"$2\" >&2; exit 1; }; }",
      false
    ),
  ]
}

// Steps.
extension ShellScript {
  private mutating func add(_ value: Script.Value) {
    switch value.source {
    case .text(let text): code.add("\(value.name)=\(quoted(text))")
    case .environment(let name): code.add("\(value.name)=${\(name):?}")
    }
  }

  package mutating func add(_ steps: [Script.Step]) {
    if steps.isEmpty { code.add(":") }
    for step in steps { add(step) }
  }

  private mutating func add(_ step: Script.Step) {
    switch step {
    case .comment(let text):
      code.skip()
      code.add(text.commented("# "))
    case .send(let send): add(send)
    case .capture(let name, let path): code.add("\(name)=$(at \"$body\" \(Self.word(path)))")
    case .set(let name, let text): code.add("\(name)=\(quoted(text))")
    case .filter(let name, let filter): code.add("\(name)=\(value(of: filter))")
    case .assert(let filter): code.add("expect \"\(condition(filter))\" \(ShellWords.quoted(filter.text))")
    case .program(let name, let words, let input):
      code.add("\(name)=$(\(ShellWords.line(of: words)) <<<\"\(input.map { "$\($0)" } ?? "null")\")")
    case .wait(let duration): code.add("sleep \(duration.secondsText)")
    case .when(let filter, let steps): block("if [[ \(condition(filter)) == true ]]; then", steps, end: "fi")
    case .each(let element, let filter, let steps, let value, let result):
      code.add("\(result)=[]")
      block(
        "while read -r \(element); do", steps,
        end: "done < <(jq --compact-output '.[]' <<<\"\(self.value(of: filter))\")"
      ) { inner in
        guard let value else { return }
        inner.code.add(
          "\(result)=$(jq --compact-output --argjson element \"$\(value)\" '. + [$element]' <<<\"$\(result)\")")
      }
    case .until(let filter, let attempts, let every, let steps):
      block("for attempt in {1..\(attempts)}; do", steps, end: "done") { inner in
        inner.code.add("[[ \(inner.condition(filter)) != true ]] || break")
        let words = ShellWords.quoted("never true: \(filter.text)")
        inner.code.add("((attempt < \(attempts))) || { echo \(words) >&2; exit 1; }")
        if let every { inner.code.add("sleep \(every.secondsText)") }
      }
    case .ensure(let steps, let always):
      block("clean_up() {", always, end: "}")
      code.add("trap clean_up EXIT")
      add(steps)
    }
  }

  private mutating func add(_ send: Script.Send) {
    var words: [String] = []
    let implied = send.body == nil ? "GET" : "POST"
    if send.method == "HEAD" {
      words.append("--head")
    } else if send.method != implied {
      words.append("--request \(send.method)")
    }
    for (name, text) in send.headers { words.append("--header \(quoted(Script.Text("\(name): ") + text))") }
    words += authorization(send.auth) + body(send)
    code.block("send '\(Self.pattern(send.expected))' \(quoted(send.wholeURL))\(words.isEmpty ? "" : " \\")", end: nil)
    {
      $0.add(words.joined(separator: " \\\n"))
    }
    if let result = send.result {
      code.add(
        result.root == .root
          ? "\(result.name)=$body"
          : "\(result.name)=$(jq --compact-output \(Self.word(result.root)) <<<\"$body\")")
    }
  }

  /// A regular expression of statuses.
  private static func pattern(_ expected: [StatusPattern]?) -> String {
    guard let expected else { return "..." }
    return expected.map { pattern in
      switch pattern {
      case .code(let code): "\(code)"
      case .family(let family): "\(family).."
      }
    }.joined(separator: "|")
  }

  private func authorization(_ auth: Script.Send.Auth?) -> [String] {
    switch auth {
    case nil: return []
    case .digest(let user, let password)?: return ["--digest --user \(quoted(user + Script.Text(":") + password))"]
    case .aws(let keys)?:
      let scope = Script.Text("aws:amz:") + keys.region + Script.Text(":") + keys.service
      let token = keys.sessionToken.map { "--header \(quoted(Script.Text("X-Amz-Security-Token: ") + $0))" }
      return ["--aws-sigv4 \(quoted(scope)) --user \(quoted(keys.accessKey + Script.Text(":") + keys.secretKey))"]
        + [token].compactMap(\.self)
    }
  }

  private func body(_ send: Script.Send) -> [String] {
    switch send.body {
    case nil: return []
    case .json(let json)?:
      let type = send.headers.contains { $0.0.lowercased() == "content-type" }
      return (type ? [] : ["--header 'Content-Type: application/json'"]) + ["--data-raw \"\(value(json))\""]
    case .text(let text)?: return ["--data-raw \(quoted(text))"]
    case .form(let rows)?:
      return rows.map { "--data-urlencode \(quoted(Script.Text(PercentText.encoded($0) + "=") + $1))" }
    case .file(let path)?: return ["--data-binary \(quoted(Script.Text("@") + path))"]
    case .multipart(let parts)?: return parts.map(part)
    }
  }

  private func part(_ part: Script.Send.Part) -> String {
    let content =
      part.file.map { Script.Text("\(part.name)=@") + $0 } ?? Script.Text("\(part.name)=")
      + (part.text ?? Script.Text(""))
    guard part.type != nil || part.fileName != nil || part.file != nil else {
      return "--form-string \(quoted(content))"
    }
    let ending =
      (part.type.map { Script.Text(";type=") + $0 } ?? Script.Text(""))
      + (part.fileName.map { Script.Text(";filename=") + $0 } ?? Script.Text(""))
    return "--form \(quoted(content + ending))"
  }
}

// Values.
extension ShellScript {
  private static func word(_ path: ValuePath) -> String { ShellWords.quoted(path.description) }

  /// Between double quotes.
  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "\\\"$`".contains($0) ? ["\\", $0] : [$0] })
  }

  private func quoted(_ text: Script.Text) -> String {
    if let literal = text.joiningLiterals.literal { return ShellWords.quoted(literal) }
    return "\"\(inner(text))\""
  }

  private func inner(_ text: Script.Text) -> String {
    text.pieces.map { piece in
      switch piece {
      case .literal(let literal): Self.escaped(literal)
      case .value(let value): self.text(of: value)
      case .encoded(let value): "$(uri \"\(self.text(of: value))\")"
      }
    }.joined()
  }

  /// As it stands between double quotes.
  private func text(of value: Script.Expression) -> String {
    switch value {
    case .text(let name): "${\(name)}"
    case .part(let name, let path): "$(at \"$\(name)\" \(Self.word(path)))"
    case .uuid: "$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)"
    case .now: "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    case .unixTime: "$(date +%s)"
    case .base64(let text): "$(printf %s \"\(inner(text))\" | base64 | tr -d '\\n')"
    }
  }

  /// JSON between double quotes.
  private func value(_ json: Script.JSON) -> String {
    switch json {
    case .null: return "null"
    case .bool(let flag): return "\(flag)"
    case .number(let digits): return digits
    case .string(let text):
      let inner = text.pieces.map { piece in
        switch piece {
        case .literal(let literal):
          Self.escaped(String(JSONPrinter.compact.string(of: .string(literal)).dropFirst().dropLast()))
        case .value(let value), .encoded(let value): "$(escaped \"\(self.text(of: value))\")"
        }
      }.joined()
      return "\\\"\(inner)\\\""
    case .value(.part(let name, let path)): return "$(jq --compact-output \(Self.word(path)) <<<\"$\(name)\")"
    case .value(let value): return text(of: value)
    case .array(let elements): return "[\(elements.map { value($0) }.joined(separator: ", "))]"
    case .object(let members):
      let pairs = members.map { name, member in
        "\(Self.escaped(JSONPrinter.compact.string(of: .string(name)))): \(value(member))"
      }
      return "{\(pairs.joined(separator: ", "))}"
    }
  }

  private func value(of filter: Script.Filter) -> String {
    let pairs = filter.steps.map { "\($0): $\($1)" }
    let arguments = filter.steps.map { "--argjson \($1) \"$\($1)\"" }
    let text = pairs.isEmpty ? filter.text : "{\(pairs.joined(separator: ", "))} as $steps | $input | (\(filter.text))"
    let input = filter.input.map { "$\($0)" } ?? "null"
    guard !pairs.isEmpty else { return "$(jq --compact-output \(ShellWords.quoted(text)) <<<\"\(input)\")" }
    return
      "$(jq --null-input --compact-output --argjson input \"\(input)\" \(arguments.joined(separator: " ")) \(ShellWords.quoted(text)))"
  }

  private func condition(_ filter: Script.Filter) -> String { value(of: filter) }
}
