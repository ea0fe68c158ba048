internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// The functions of other programs, in the words of the format.
extension ImportedTemplates {
  private static let functions = [
    "$guid": "uuid()", "$randomUUID": "uuid()", "$timestamp": "now(\"unix\")", "$isoTimestamp": "now()",
    "$uuid": "uuid()", "$datetime": "now()", "$datetime iso8601": "now()", "$random.uuid": "uuid()",
    "$random.uuid()": "uuid()", "$uuid()": "uuid()", "$timestamp()": "now(\"unix\")",
  ]

  /// A template that is a function, a prompt or a value of a response; nil for any other.
  /// - Parameter isTag: for Insomnia: it stood in `{% %}`.
  func expression(_ inner: String, isTag: Bool) -> String? {
    if isTag { return InsomniaTag(inner)?.template(requests) }
    if let function = Self.functions[inner] { return "{{\(function)}}" }
    switch dialect {
    case .postman: return inner.behind("vault:").map { SecretTemplate.text(SecretTemplate.name($0)) }
    case .insomnia, .shell: return nil
    case .bruno:
      if let name = inner.behind("process.env.") { return Self.systemVariable(name) }
      return inner.behind("?").map { Self.prompt($0.trimmed) }
    case .httpFile: return ofHTTPFile(inner)
    }
  }

  private func ofHTTPFile(_ inner: String) -> String? {
    if let label = prompts[inner] {
      return CredentialName.isCredential(inner) ? Self.secret(label) : Self.prompt(label)
    }
    for mark in ["$processEnv ", "$env.", "$dotenv "] {
      if let name = inner.behind(mark) { return Self.systemVariable(name.trimmed) }
    }
    return HTTPFileReference(inner)?.template(requests)
  }

  static func prompt(_ label: String) -> String { "{{prompt(\"\(SecretTemplate.name(label))\")}}" }
  static func secret(_ label: String) -> String { SecretTemplate.text(SecretTemplate.name(label)) }

  private static func systemVariable(_ name: String) -> String? {
    // VS Code has two marks in front: the name of an environment's value, and one that is kept.
    let plain = name.drop { $0 == "%" }
    return plain.isEmpty || !plain.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      ? nil : "{{env.\(plain)}}"
  }
}

/// `NAME.response.body.$.path`, as VS Code's REST Client reads from the last response to a request.
struct HTTPFileReference {
  private let name: String
  private let path: String

  /// Nil for any other text, and for what a response's body does not have: headers, and values of the request itself.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([\w-]+)\.response\.body(?:\.(.*))?/) else { return nil }
    name = String(match.1)
    let rest = match.2.map(String.init) ?? "*"
    if rest.isEmpty || rest == "*" || rest == "$" {
      path = ""
    } else if rest.hasPrefix("$") {
      path = String(rest.dropFirst())
    } else if rest.hasPrefix("/") {
      return nil
    } else {
      path = rest.hasPrefix("[") ? rest : "." + rest
    }
  }

  func template(_ requests: [String: String]) -> String? {
    guard let id = requests[name] else { return nil }
    return ImportedTemplates.response(id, path)
  }
}

extension ImportedTemplates {
  /// A value of the last response to a request; nil for a path that selects more than one.
  /// - Parameter path: a path of JSONPath or JavaScript, without what stands for the document.
  static func response(_ id: String, _ path: String) -> String? {
    let plain = path.replacing(/\[\s*'([^'\]]*)'\s*\]/) { "[\"\($0.1)\"]" }
    guard plain.isEmpty || (try? ValuePath(parsing: plain.hasPrefix("[") ? "." + plain : plain)) != nil else {
      return nil
    }
    return "{{response(\"\(id)\")\(plain)}}"
  }
}

extension String {
  /// The text behind a prefix; nil where it does not begin so, or nothing follows.
  func behind(_ prefix: String) -> String? {
    hasPrefix(prefix) && utf8.count > prefix.utf8.count ? String(dropFirst(prefix.count)) : nil
  }
}
