internal import ParleyEngine

/// JavaScript with fetch, as Node runs it.
struct JavaScriptScript: ScriptWriter {
  private let script: Script
  private var code = CodeLines(indentedBy: "  ")

  static let reserved = JavaScriptText.words + ["execFileSync", "readFileSync", "randomUUID"]

  init(_ script: Script) { self.script = script }

  mutating func program() -> String {
    let steps = JavaScriptSteps(script, isK6: false)
    code.add(steps.text(declaring: true).joined(separator: "\n"))
    return head + code.text
  }

  private var head: String {
    let program = code.text
    let helpers = JavaScriptText.helpers(isK6: false).filter { program.contains("\($0.name)(") }.map(\.text)
    let all = helpers.joined() + program
    var lines = ["// \(script.title), exported by Parley. Run it with Node 18 or later: node FILE"]
    if all.contains("\"jq\"") { lines.append("// Needs jq for its filters: https://jqlang.org") }
    let names = script.environmentNames
    if !names.isEmpty { lines.append("// Set in the environment: \(names.joined(separator: ", "))") }
    if all.contains("execFileSync(") { lines.append("import { execFileSync } from \"node:child_process\";") }
    if all.contains("readFileSync(") { lines.append("import { readFileSync } from \"node:fs\";") }
    lines.append("")
    return lines.joined(separator: "\n") + "\n" + helpers.map { $0 + "\n\n" }.joined()
  }
}

/// A script for k6: what one virtual user does, again and again.
struct K6Script: ScriptWriter {
  private let script: Script

  static let reserved = JavaScriptText.words + ["http", "check", "fail", "sleep", "encoding", "options", "crypto"]

  init(_ script: Script) { self.script = script }

  mutating func program() -> String {
    let steps = JavaScriptSteps(script, isK6: true)
    var code = CodeLines(indentedBy: "  ")
    code.add(steps.values().joined(separator: "\n"))
    code.skip()
    code.add(steps.files.joined(separator: "\n"))
    code.skip()
    let inner = steps.text(declaring: false)
    code.block("export default function () {", end: "}") { $0.add(inner.joined(separator: "\n")) }
    let program = code.text
    let helpers = JavaScriptText.helpers(isK6: true).filter { program.contains("\($0.name)(") }.map(\.text)
    let all = helpers.joined() + program
    var lines = ["// \(script.title), exported by Parley. Run it with k6: k6 run FILE"]
    let names = script.environmentNames
    if !names.isEmpty { lines.append("// Set with -e NAME=VALUE: \(names.joined(separator: ", "))") }
    lines.append("import http from \"k6/http\";")
    let functions = ["check", "fail", "sleep"].filter { all.contains("\($0)(") }
    if !functions.isEmpty { lines.append("import { \(functions.joined(separator: ", ")) } from \"k6\";") }
    if all.contains("encoding.") { lines.append("import encoding from \"k6/encoding\";") }
    lines += ["", "export const options = { vus: 1, iterations: 1 };", ""]
    return lines.joined(separator: "\n") + "\n" + helpers.map { $0 + "\n\n" }.joined() + program
  }

  /// Filters that a script for k6 cannot evaluate: there are no programs, and no jq.
  static func unknownFilters(in script: Script) -> [String] {
    func look(_ steps: [Script.Step]) -> [String] {
      steps.flatMap { step -> [String] in
        switch step {
        case .filter(_, let filter) where filter.part == nil: return [filter.text]
        case .assert(let filter) where filter.comparison == nil && filter.part == nil: return [filter.text]
        case .when(let filter, let inner), .until(let filter, _, _, let inner):
          return (filter.comparison == nil && filter.part == nil ? [filter.text] : []) + look(inner)
        case .each(_, let filter, let inner, _, _): return (filter.part == nil ? [filter.text] : []) + look(inner)
        case .program(_, let words, _): return [words.joined(separator: " ")]
        default: return look(step.inner)
        }
      }
    }
    return look(script.steps)
  }
}

/// Words of JavaScript.
enum JavaScriptText {
  static let words = [
    "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else",
    "enum", "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let",
    "new",
    "null", "return", "super", "switch", "this", "throw", "true", "try", "typeof", "var", "void", "while", "with",
    "yield", "response", "body", "attempt", "text", "read", "expect", "jq", "run", "status", "undefined", "process",
    "form", "check", "fail", "sleep", "base64", "fetch", "uuid", "URL", "Date", "JSON",
  ]

  static func quoted(_ text: String) -> String { JSONPrinter.compact.string(of: .string(text)) }

  /// As a part of a template literal.
  static func inTemplate(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("`", with: "\\`").replacing("${", with: "\\${")
  }

  static func helpers(isK6: Bool) -> [(name: String, text: String)] {
    [
      ("read", isK6 ? Self.k6Read : Self.read),
      ("text", "const text = (value) => (typeof value === \"string\" ? value : JSON.stringify(value ?? null));"),
      (
        "expect",
        """
        function expect(isTrue, words) {
          if (!isTrue) \(isK6 ? "fail(`not true: ${words}`)" : "throw new Error(`not true: ${words}`)");
        }
        """
      ),
      (
        "jq",
        isK6
          ? """
          function jq(filter) {
            fail(`k6 cannot evaluate the jq filter ${filter}: write it in JavaScript here`);
          }
          """
          : """
          function jq(filter, value, steps = {}) {
            const words = ["--compact-output", "--argjson", "steps", JSON.stringify(steps), filter];
            return JSON.parse(execFileSync("jq", words, { input: JSON.stringify(value ?? null) }));
          }
          """
      ),
      (
        "run",
        isK6
          ? """
          function run(words) {
            fail(`k6 runs no programs: write what ${words.join(" ")} does in JavaScript here`);
          }
          """
          : """
          function run([program, ...words], value) {
            const output = execFileSync(program, words, { input: JSON.stringify(value ?? null) }).toString().trim();
            return output === "" ? null : JSON.parse(output);
          }
          """
      ),
    ]
  }

  private static let read = """
    async function read(response) {
      const body = await response.text();
      try {
        return JSON.parse(body);
      } catch {
        return body;
      }
    }
    """

  private static let k6Read = """
    function read(response) {
      try {
        return response.json();
      } catch {
        return response.body;
      }
    }
    """
}
