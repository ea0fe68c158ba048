internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Text of another program with its templates in the words of the format.
///
/// Names that the format does not allow are changed, dynamic values become functions, and what a response gives is read from shared
/// data. Every name that is used is remembered, so that what nobody declares can be declared.
struct ImportedTemplates {
  /// The program that wrote the templates.
  enum Dialect {
    case postman, insomnia, bruno, httpFile
    /// Variables and commands in the words of a shell.
    case shell
  }

  let dialect: Dialect
  /// Names that scripts take from responses.
  var captured: Set<String> = []
  /// The ids of requests, by the names or ids under which templates read their responses.
  var requests: [String: String] = [:]
  /// The questions for values that a person types, by name.
  var prompts: [String: String] = [:]
  /// Names of variables that are called differently in the workspace.
  var renamed: [String: String] = [:]
  /// Those that templates have used, by the name in the format, in order.
  private(set) var used: [String] = []
  /// The templates that have no equivalent in the format.
  private(set) var unknown: [String] = []
  private var known: Set<String> = []
  /// For a shell: the variables that its text sets.
  var assigned: [String: String] = [:]
  /// For a shell: whether variables are declared in an environment; otherwise they are asked for in their place.
  var declaresNames = false
  /// For a shell: what stands for the output of commands.
  private(set) var askedNames: [(name: String, source: String)] = []

  init(_ dialect: Dialect) {
    self.dialect = dialect
  }

  /// A text with its templates in the words of the format.
  mutating func text(_ text: String) -> String {
    segments(of: text).map { piece in
      switch piece {
      case .literal(let text): TemplateEscape.escaped(text)
      case .template(let whole, let inner): template(whole, inner)
      }
    }.joined()
  }

  private mutating func template(_ whole: String, _ inner: String) -> String {
    let inner = inner.trimmed
    if dialect == .shell { return shell(inner) }
    if whole.hasPrefix("{#") { return "" }
    if let expression = expression(inner, isTag: whole.hasPrefix("{%")) { return expression }
    guard !whole.hasPrefix("{%"), let name = variableName(inner) else { return unsaid(whole) }
    if captured.contains(name) { return "{{shared.\(name)}}" }
    if known.insert(name).inserted { used.append(name) }
    return "{{\(name)}}"
  }

  /// The variables that a text reads, by their names in the format.
  func names(in text: String) -> [String] {
    segments(of: text).compactMap { piece in
      guard case .template(let whole, let inner) = piece, !whole.hasPrefix("{%"), !whole.hasPrefix("{#") else {
        return nil
      }
      let plain = inner.trimmed
      return dialect == .shell || expression(plain, isTag: false) == nil ? variableName(plain) : nil
    }
  }

  /// The text stays as it is, and is listed once.
  private mutating func unsaid(_ whole: String) -> String {
    if known.insert(whole).inserted { unknown.append(whole) }
    return TemplateEscape.escaped(whole)
  }

  /// The name that a variable has in the format; nil for what is no variable.
  func variableName(_ text: String) -> String? {
    var name = text
    if dialect == .insomnia, name.hasPrefix("_.") || name.hasPrefix("_[") { name = String(name.dropFirst(1)) }
    if name.hasPrefix(".") { name.removeFirst() }
    if dialect == .insomnia { name = name.replacing(/\[['"]?([^'"\]]+)['"]?\]/) { ".\($0.1)" }.droppingFirstDot }
    guard let first = name.first, first != "$", first != "#", first != "^" else { return nil }
    // A part of another request or response, which is no value by name.
    if dialect == .httpFile, name.contains(".response.") || name.contains(".request.") { return nil }
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
    guard isPlain || dialect == .postman && name.allSatisfy({ !"{}()|'\"".contains($0) && !$0.isNewline }) else {
      return nil
    }
    let variable = Variable.name(from: name)
    return renamed[variable] ?? variable
  }
}

// Variables and commands of a shell.
extension ImportedTemplates {
  private mutating func shell(_ inner: String) -> String {
    guard declaresNames else {
      let label = inner.hasPrefix("$(") ? inner : Self.argument(inner) ?? inner.filter { $0 != "$" }
      return CredentialName.isCredential(inner) ? Self.secret(label) : Self.prompt(label)
    }
    if Variable.isName(inner) {
      let name = Variable.name(from: inner)
      if known.insert(name).inserted { used.append(name) }
      return "{{\(name)}}"
    }
    let words = (Self.argument(inner) ?? inner).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.prefix(6).joined(
      separator: "_")
    let name = Variable.name(from: words.isEmpty ? "command" : String(words))
    if known.insert(name).inserted { askedNames.append((name, inner)) }
    return "{{\(name)}}"
  }
}

extension ImportedTemplates {
  /// The arguments of a script, in words.
  private static func argument(_ inner: String) -> String? {
    let rest = inner.dropFirst()
    guard inner.hasPrefix("$"), !rest.isEmpty else { return nil }
    if rest.allSatisfy(\.isNumber) { return "argument \(rest)" }
    return ["@": "arguments", "*": "arguments", "#": "number of arguments", "?": "status", "$": "process"][rest]
  }
}

// The pieces of a text.
extension ImportedTemplates {
  enum Piece {
    case literal(String)
    /// With its braces, and without.
    case template(String, String)
  }

  /// A text cut at its templates: `{{ … }}`, and for Insomnia `{% … %}` and `{# … #}`.
  func segments(of text: String) -> [Piece] {
    guard dialect == .shell || text.utf8.contains(UInt8(ascii: "{")) else {
      return text.isEmpty ? [] : [.literal(text)]
    }
    var pieces: [Piece] = []
    var rest = text[...]
    var marks = marks
    while let (start, end) = nextTemplate(in: rest, &marks) {
      if rest.startIndex < start.lowerBound { pieces.append(.literal(String(rest[..<start.lowerBound]))) }
      let inner = String(rest[start.upperBound..<end.lowerBound])
      pieces.append(.template(String(rest[start.lowerBound..<end.upperBound]), inner))
      rest = rest[end.upperBound...]
    }
    return rest.isEmpty ? pieces : pieces + [.literal(String(rest))]
  }

  func hasTemplate(_ text: String) -> Bool {
    segments(of: text).contains { if case .template = $0 { true } else { false } }
  }

  private struct Mark {
    let open: String
    let close: String
  }

  private var marks: [Mark] {
    let braces = Mark(open: "{{", close: "}}")
    return switch dialect {
    case .insomnia: [braces, Mark(open: "{%", close: "%}"), Mark(open: "{#", close: "#}")]
    case .shell: [Mark(open: ShellMark.open, close: ShellMark.close)]
    case .postman, .bruno, .httpFile: [braces]
    }
  }

  /// - Parameter marks: those that may be there. One that is opened and never closed is looked for no more, so that no
  ///   text is read to its end again and again.
  private func nextTemplate(
    in rest: Substring, _ marks: inout [Mark]
  ) -> (Range<String.Index>, Range<String.Index>)? {
    guard let first = marks.first?.open.utf8.first else { return nil }
    var index = rest.utf8.startIndex
    while let found = rest.utf8[index...].firstIndex(of: first) {
      index = rest.utf8.index(after: found)
      let here = rest.utf8[found...]
      guard let kind = marks.firstIndex(where: { here.starts(with: $0.open.utf8) }) else { continue }
      let start = found..<rest.utf8.index(found, offsetBy: marks[kind].open.utf8.count)
      if let end = rest[start.upperBound...].firstRange(of: marks[kind].close) { return (start, end) }
      marks.remove(at: kind)
      if marks.isEmpty { return nil }
    }
    return nil
  }
}

extension String {
  fileprivate var droppingFirstDot: String { hasPrefix(".") ? String(dropFirst()) : self }
}

// Values that nobody has given.
extension ImportedAPI {
  /// Declares what templates use and nothing gives a value: a credential is asked for, anything else is empty, to be filled in.
  /// - Parameter isCredential: says so of names that do not look like one.
  mutating func declare(_ templates: ImportedTemplates, _ isCredential: (String) -> Bool) {
    let known = Set(variables.map(\.name.value))
    if environments.isEmpty { environments = [ImportedEnvironment(name: "local", variables: [])] }
    let declared = environments.map { Set($0.variables.map(\.name.value)) }
    for name in templates.used where !known.contains(name) && !declared.allSatisfy({ $0.contains(name) }) {
      let isSecret = CredentialName.isCredential(name) || isCredential(name)
      declare(name, isSecret: isSecret, where: declared.map { !$0.contains(name) })
    }
    notes += templates.unknown.map { ImportNote($0, "Parley has no such template: the text stays as it is.") }
  }

  /// - Parameter isMissing: in which of the environments.
  private mutating func declare(_ name: String, isSecret: Bool, where isMissing: [Bool]) {
    for index in environments.indices where isMissing[index] {
      environments[index].variables.append(isSecret ? .asked(name) : .text(name, ""))
    }
    if !isSecret { notes.append(ImportNote("{{\(name)}}", "It has no value: set it in the environments.")) }
  }
}
