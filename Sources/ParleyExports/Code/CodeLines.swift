import ParleyFiles

/// Lines of a program, indented as deep as they stand in blocks.
struct CodeLines {
  private(set) var lines: [String] = []
  private let unit: String
  private var depth = 0

  init(indentedBy unit: String) { self.unit = unit }

  package mutating func add(_ text: String) {
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      lines.append(line.isEmpty ? "" : String(repeating: unit, count: depth) + line)
    }
  }

  /// An empty line, unless there is one, or a block begins.
  mutating func skip() {
    if let last = lines.last, !last.isEmpty, !last.hasSuffix("{"), !last.hasSuffix(":") { lines.append("") }
  }

  mutating func block(_ head: String, end: String?, _ body: (inout CodeLines) -> Void) {
    add(head)
    depth += 1
    body(&self)
    depth -= 1
    if let end { add(end) }
  }

  /// As deep as a program begins.
  var empty: CodeLines { CodeLines(indentedBy: unit) }

  mutating func indented(_ body: (inout CodeLines) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  var text: String { lines.joined(separator: "\n") + "\n" }
}

/// A program in one language.
protocol ScriptWriter {
  /// Names that its programs use for themselves.
  static var reserved: [String] { get }

  init(_ script: Script)

  /// The whole program.
  mutating func program() -> String
}

extension Script {
  /// Values that come from the system's environment.
  var environmentNames: [String] {
    values.compactMap { if case .environment(let name) = $0.source { name } else { nil } }
  }

  /// Names that steps give a value, in the order in which they do, each once.
  var kept: [String] { Self.kept(steps) }

  /// Texts among them.
  var keptTexts: Set<String> {
    var texts: Set<String> = []
    func look(_ steps: [Step]) {
      for step in steps {
        switch step {
        case .capture(let name, _), .set(let name, _): texts.insert(name)
        default: look(step.inner)
        }
      }
    }
    look(steps)
    return texts
  }

  private static func kept(_ steps: [Step]) -> [String] {
    steps.flatMap { step -> [String] in
      switch step {
      case .send(let send): return send.result.map { [$0.name] } ?? []
      case .capture(let name, _), .set(let name, _), .filter(let name, _), .program(let name, _, _): return [name]
      case .each(_, _, let inner, _, let result): return kept(inner) + [result]
      default: return kept(step.inner)
      }
    }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Whether some steps are not always done, or in a block of their own: then names stand before all of them.
  var hasBlocks: Bool { steps.contains { !$0.inner.isEmpty } }
}

extension Script.Step {
  /// Steps inside of it.
  var inner: [Script.Step] {
    switch self {
    case .when(_, let steps), .each(_, _, let steps, _, _), .until(_, _, _, let steps): steps
    case .ensure(let steps, let always): steps + always
    default: []
    }
  }
}

extension [StatusPattern] {
  /// A condition on the name of a status.
  func condition(_ status: String, equals: String = "==", or: String = "||", family: (String, Int) -> String) -> String
  {
    map { pattern in
      switch pattern {
      case .code(let code): "\(status) \(equals) \(code)"
      case .family(let number): family(status, number)
      }
    }.joined(separator: " \(or) ")
  }
}
