package import ParleyModel
import ParleyText

/// A value by name, for templates.
package struct Variable: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// A text, which may hold templates itself. A plain one (without quotes) that reads as a JSON number, `true`,
    /// `false` or `null` is that, where it is put into JSON outside quotes.
    case text(String, isPlain: Bool)
    case secret(SecretSource)

    /// The same, quoted where it was not, or the other way round.
    package var requoted: Content {
      guard case .text(let text, let isPlain) = self else { return self }
      return .text(text, isPlain: !isPlain)
    }
  }

  package var name: Located<String>
  package var content: Located<Content>

  package init(name: Located<String>, content: Located<Content>) {
    self.name = name
    self.content = content
  }

  package var isSecret: Bool {
    if case .secret = content.value { true } else { false }
  }
}

extension Variable {
  /// As templates write it.
  static let namePattern = "^[A-Za-z_][A-Za-z0-9_-]*$"
  /// Names that have another meaning in templates.
  package static let reservedNames: Set<String> = ["env", "shared", "steps"]

  package static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, first.isLetter || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
  }

  /// A name that templates can write, made from a text: letters, digits, `_` and `-`.
  package static func name(from text: String) -> String {
    let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) ? $0 : "_" })
    let whole = name.first.map { $0.isLetter || $0 == "_" } == true ? name : "_" + name
    return reservedNames.contains(whole) ? whole + "_" : whole
  }

  static func reader(allowsSecrets: Bool) -> Reader<[Variable]> {
    let value = allowsSecrets ? Schema.either([.text(), .object(SecretSource.form.schema)]) : .text()
    return Reader("a map of values by name", .map(value, keys: namePattern), write: written) { node, decoding in
      guard let entries = node.isAbsent ? [] : node.entries else {
        return decoding.mismatch(node, expected: "a map of values by name")
      }
      return entries.compactMap { read($0, allowsSecrets: allowsSecrets, &decoding) }
    }
  }

  private static func written(_ variables: [Variable]) -> EncodedValue? {
    let entries = variables.map { EncodedValue.Entry($0.name.value, $0.content.value.written) }
    return EncodedValue.map(entries, isFlow: false).unlessEmpty
  }

  private static func read(_ entry: YAMLEntry, allowsSecrets: Bool, _ decoding: inout Decoding) -> Variable? {
    guard checkName(entry.key, &decoding) else { return nil }
    guard let content = content(of: entry.value, allowsSecrets: allowsSecrets, &decoding) else { return nil }
    return Variable(name: entry.key, content: Located(content, at: entry.value.place))
  }

  private static func content(of node: YAMLNode, allowsSecrets: Bool, _ decoding: inout Decoding) -> Content? {
    switch node.content {
    case .scalar(let text, let style):
      return .text(text, isPlain: style == .plain)
    case .mapping where allowsSecrets:
      return SecretSource.form.read(node, &decoding)?.map { .secret($0) }
    default:
      let isSecret = node["secret"] != nil
      return decoding.mismatch(
        node, expected: allowsSecrets ? "text, or { secret: … }" : "text",
        hint: isSecret ? "a secret's source belongs in environments/NAME.yaml" : nil)
    }
  }

  private static func checkName(_ key: Located<String>, _ decoding: inout Decoding) -> Bool {
    guard let problem = problem(withName: key.value), let place = key.place else { return true }
    decoding.note(Diagnostic(.wrongValue, at: place, problem))
    return false
  }

  private static func problem(withName name: String) -> String? {
    if reservedNames.contains(name) { return "“\(name)” cannot name a value: templates reserve it" }
    if !isName(name) { return "\(Printable.quoted(name)) cannot name a value; expected letters, digits, _ and -" }
    return nil
  }
}

extension Variable.Content {
  fileprivate var written: EncodedValue {
    switch self {
    case .text(let text, _): .text(text)
    case .secret(let source): SecretSource.form.written(source)
    }
  }
}

extension SecretSource {
  static let form = Form(
    "a secret", isFlow: true, make: { SecretSource?.none },
    keys: [.init("secret", \.self, reader, "Where the value comes from.", isRequired: true)])

  private static let expected = "prompt, `env NAME` or { command: [program, argument, …] }"

  static let reader = Reader<SecretSource>(
    expected,
    .either([.choice(["prompt"]), .text(pattern: "^env [A-Za-z_][A-Za-z0-9_]*$"), .object(commandForm.schema)]),
    write: { $0.written }
  ) { node, decoding in
    if node["command"] != nil {
      return commandForm.read(node, &decoding).flatMap { $0.isEmpty ? nil : SecretSource.command($0) }
    }
    return node.text.flatMap(parse) ?? decoding.mismatch(node, expected: expected)
  }

  private static let commandForm = Form(
    "a secret", isFlow: true, make: { [String]() },
    keys: [
      .init(
        "command", \.self, .argumentVector, "The program and its arguments; its output is the value.", isRequired: true)
    ])

  private var written: EncodedValue {
    switch self {
    case .prompt: .text("prompt")
    case .environment(let name): .text("env \(name)")
    case .command(let arguments): Self.commandForm.written(arguments)
    }
  }

  private static func parse(_ text: String) -> SecretSource? {
    if text == "prompt" { return .prompt }
    let words = text.split(separator: " ")
    guard words.count == 2, words[0] == "env", Variable.isName(words[1]) else { return nil }
    return .environment(String(words[1]))
  }
}

extension Reader where Value == [String] {
  /// A program and its arguments.
  static var argumentVector: Reader {
    Reader(
      "a list such as [pass, show, shop]", .list(.text()), write: { .list($0.map(EncodedValue.text)) }
    ) { node, decoding in
      let words = node.items?.compactMap(\.text) ?? []
      guard !words.isEmpty, words.count == node.items?.count, words.first?.isEmpty == false else {
        return decoding.mismatch(
          node, expected: "a list such as [pass, show, shop]", hint: "no shell is used: write each argument as an item")
      }
      return words
    }
  }
}

extension Variable {
  /// Its text, with its place; none for a secret.
  package var located: Located<String>? {
    guard case .text(let text, _) = content.value else { return nil }
    return Located(text, at: content.place)
  }
}
