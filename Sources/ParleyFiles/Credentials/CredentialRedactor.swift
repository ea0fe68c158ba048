package import ParleyEngine
package import ParleyText

/// Takes the credentials out of an imported request, and puts a template in the place of each: `secret("…")`, whose
/// value is the credential. All other text is kept, with its braces escaped.
package struct CredentialRedactor {
  /// The credentials that were taken out, in the order in which they were found.
  package private(set) var found: [ImportedSecret] = []
  /// The host that the request goes to: credentials for one host are kept apart from those for another.
  package var host: String
  /// The names that stand for values, and the values by name and label.
  private var taken: Set<ExactString> = []
  private var names: [Label: String] = [:]
  private var next: [ExactString: Int] = [:]
  /// Values that are credentials wherever they stand.
  private var known: Secrets

  package init(host: String, knowing known: Secrets = Secrets()) {
    (self.host, self.known) = (host, known)
  }

  /// - Parameter others: credentials that were taken out before. Their names stand for them alone.
  package init(host: String, besides others: [ImportedSecret]) {
    self.init(host: host)
    for secret in others where taken.insert(ExactString(secret.name)).inserted {
      names[Label(whole: ExactString(secret.name), value: ExactString(secret.value))] = secret.name
    }
  }

  /// Adds values that are credentials wherever they stand.
  package mutating func learn(_ values: [String]) { known.formUnion(values) }

  /// The name of a header, for a message that must not show its value.
  package static func name(of headerLine: String) -> String {
    String(headerLine.prefix { !$0.isWhitespace }.prefix(40))
  }

  /// The template that stands for a credential.
  /// - Parameters:
  ///   - value: nil where the source does not say it, so that it is asked for.
  ///   - place: what it belongs to, if not the host.
  package mutating func hide(_ value: String?, as label: String, at place: String? = nil) -> String {
    SecretTemplate.text(name(for: value, SecretTemplate.name("\(label) at \(place ?? host)")))
  }

  /// Two credentials of one kind have names of their own.
  private mutating func name(for value: String?, _ whole: String) -> String {
    guard let value else { return free(whole) }
    let label = Label(whole: ExactString(whole), value: ExactString(value))
    let name = names[label] ?? free(whole)
    taken.insert(ExactString(name))
    names[label] = name
    found.append(ImportedSecret(name: name, value: value))
    return name
  }

  private mutating func free(_ whole: String) -> String {
    if !taken.contains(ExactString(whole)) { return whole }
    var number = next[ExactString(whole)] ?? 2
    while taken.contains(ExactString("\(whole) \(number)")) { number += 1 }
    next[ExactString(whole)] = number
    return "\(whole) \(number)"
  }

  private struct Label: Hashable {
    let whole: ExactString
    let value: ExactString
  }

  /// A value by its name.
  package mutating func screen(_ name: String, _ value: String) -> String { screen(value, .named(name), or: name) }

  /// A header keeps the name of its authorization scheme.
  package mutating func screenHeader(_ name: String, _ value: String) -> String {
    screen(value, .header(name), or: name)
  }

  mutating func screenQuery(of url: String) -> String { screen(url, .url) }

  /// Replaces credentials in the texts of members, and leaves every other byte of the document as it is.
  package mutating func screenJSON(_ text: String) -> String { screen(text, .json) }

  /// A text whose templates are those of the format already: they stay, and what stands between them is examined.
  /// - Parameter isNone: says of a value that it only looks like a credential.
  package mutating func screenTemplates(
    _ text: String, _ kind: CredentialFinder.Kind, unless isNone: (String) -> Bool = { _ in false }
  ) -> String {
    let credentials = CredentialFinder.find(in: text, kind, .ofImport(knowing: known)).filter {
      $0.takesTemplate(in: kind) && !isNone($0.value)
    }
    guard !credentials.isEmpty else { return text }
    var (screened, end) = ("", 0)
    let bytes = Array(text.utf8)
    for credential in credentials {
      screened += String(decoding: bytes[end..<credential.range.lowerBound], as: UTF8.self)
      screened += hide(credential.value, as: credential.label)
      end = credential.range.upperBound
    }
    return screened + String(decoding: bytes[end...], as: UTF8.self)
  }

  /// - Parameter label: the label of the whole text if something in it is known to be a secret; nil if its parts are
  ///   examined.
  private mutating func screen(_ text: String, _ kind: CredentialFinder.Kind, or label: String? = nil) -> String {
    let credentials = CredentialFinder.find(in: text, kind, .ofOthers(knowing: known)).filter {
      $0.takesTemplate(in: kind)
    }
    if credentials.isEmpty, let label, !text.isEmpty, known.masking(text) != text { return hide(text, as: label) }
    var (screened, end) = ("", 0)
    let bytes = Array(text.utf8)
    for credential in credentials {
      screened += Self.escaped(bytes[end..<credential.range.lowerBound]) + hide(credential.value, as: credential.label)
      end = credential.range.upperBound
    }
    return screened + Self.escaped(bytes[end...])
  }

  private static func escaped(_ bytes: ArraySlice<UInt8>) -> String {
    TemplateEscape.escaped(String(decoding: bytes, as: UTF8.self))
  }
}
