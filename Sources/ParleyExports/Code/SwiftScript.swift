internal import ParleyEngine

/// Swift with ParleyEngine, and JQ for filters.
struct SwiftScript: ScriptWriter, BlockWriter {
  let script: Script
  var code = CodeLines(indentedBy: "  ")
  private let texts: Set<String>

  static let reserved = [
    "as", "any", "async", "await", "break", "case", "catch", "class", "continue", "default", "defer", "do", "else",
    "enum", "extension", "fallthrough", "false", "for", "func", "guard", "if", "import", "in", "init", "inout", "is",
    "let", "nil", "operator", "private", "protocol", "public", "return", "self", "static", "struct", "subscript",
    "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "actor", "client", "response",
    "body", "request", "attempt", "text", "jq", "run", "expect", "check", "read", "environment", "encoded", "result",
    "type", "outcome", "some", "base64",
  ]

  init(_ script: Script) {
    self.script = script
    texts = script.keptTexts
  }

  mutating func program() -> String {
    for value in script.values { add(value) }
    let names = script.kept.filter { name in !script.values.contains { $0.name == name } }
    for name in names { code.add("var \(self.name(name))\(texts.contains(name) ? " = \"\"" : ": JSONValue = .null")") }
    if script.sends { code.add("var (response, body): (Response, JSONValue)") }
    code.skip()
    code.add("let client = Client()")
    add(script.steps)
    code.skip()
    code.add("await client.close()")
    let steps = code.lines
    var program = CodeLines(indentedBy: "  ")
    program.block("@main struct Program {", end: "}") { program in
      program.block("static func main() async throws {", end: "}") { $0.add(steps.joined(separator: "\n")) }
    }
    return head(of: program.text) + program.text
  }

  private func head(of program: String) -> String {
    var helpers: [String] = []
    // A helper may need others, which stand before it in the list.
    for helper in Self.helpers.reversed() where (program + helpers.joined()).contains("\(helper.name)(") {
      helpers.insert(helper.text, at: 0)
    }
    let all = helpers.joined() + program
    var lines = ["// \(script.title), exported by Parley."]
    let names = script.environmentNames
    if !names.isEmpty { lines.append("// Set in the environment: \(names.joined(separator: ", "))") }
    let needsFoundation = ["ProcessInfo", "Process()", "Data(", "UUID()", "Date(", "Foundation"].contains {
      all.contains($0)
    }
    if needsFoundation { lines.append("import Foundation") }
    if all.contains("JQProgram") { lines.append("import JQ") }
    lines += ["import ParleyEngine", ""]
    return lines.joined(separator: "\n") + "\n" + helpers.map { $0 + "\n\n" }.joined()
  }

  private static let helpers: [(name: String, text: String)] = [
    (
      "Failure",
      """
      struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
      }
      """
    ),
    (
      "environment",
      """
      func environment(_ name: String) throws -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else { throw Failure("\\(name) is not set in the environment") }
        return value
      }
      """
    ),
    (
      "read",
      """
      func read(_ response: Response) throws -> JSONValue {
        if let value = try? response.json() { return value }
        return .string(try response.text())
      }
      """
    ),
    (
      "expect",
      """
      func expect(_ isTrue: Bool, _ words: String) throws {
        guard isTrue else { throw Failure(words) }
      }
      """
    ),
    (
      "text",
      """
      func text(_ value: JSONValue?) -> String {
        value?.string ?? (value ?? .null).description
      }
      """
    ),
    (
      "encoded",
      """
      func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? text
      }  // Foundation
      """
    ),
    (
      "base64",
      """
      func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
      """
    ),
    (
      "jq",
      """
      func jq(_ filter: String, _ value: JSONValue, steps: JSONValue = [:]) throws -> JSONValue {
        try JQProgram(filter, variables: ["steps"]).values(of: value, variables: ["steps": steps]).first ?? .null
      }
      """
    ),
    (
      "run",
      """
      func run(_ words: [String], _ value: JSONValue) throws -> JSONValue {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(value.description.utf8))
        input.fileHandleForWriting.closeFile()
        let printed = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        try expect(process.terminationStatus == 0, "\\(words) ends with \\(process.terminationStatus)")
        return printed.isEmpty ? .null : try JSONValue(parsing: printed)
      }
      """
    ),
  ]
}
