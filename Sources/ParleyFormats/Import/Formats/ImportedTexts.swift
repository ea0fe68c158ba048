internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The texts of a source on their way into a workspace: templates in the words of the format, and a template in the
/// place of every credential.
struct ImportedTexts {
  var templates: ImportedTemplates
  private var credentials: CredentialRedactor
  /// Names of variables that stand where credentials do, whatever they are called.
  private var usedAsCredentials: Set<String> = []
  /// Names of variables whose values are other text within the quotes of JSON.
  var namesToEscape: Set<String> = []

  /// - Parameter host: the place that credentials are named after.
  init(_ dialect: ImportedTemplates.Dialect, _ host: String) {
    templates = ImportedTemplates(dialect)
    credentials = CredentialRedactor(host: host)
  }

  var found: [ImportedSecret] { credentials.found }

  /// Adds values that are credentials wherever they stand.
  mutating func learn(_ values: [String]) { credentials.learn(values) }

  /// The server's name, where the URL is only a path on it; nil where credentials are named after the URL's host.
  var server: String?

  var host: String {
    get { credentials.host }
    set { credentials.host = server ?? newValue }
  }

  /// Any text; what looks like a credential in it is one.
  mutating func text(_ text: String) -> String { screened(text, .text) }

  /// A value by its name.
  mutating func value(_ text: String, named name: String) -> String {
    if CredentialName.isCredential(name) { noteCredentials(text) }
    return screened(text, .named(name))
  }

  mutating func header(_ name: String, _ text: String) -> String {
    if CredentialName.isCredential(name) || name.lowercased().hasSuffix("authorization") { noteCredentials(text) }
    return screened(text, .header(name))
  }

  private mutating func noteCredentials(_ text: String) { usedAsCredentials.formUnion(templates.names(in: text)) }

  mutating func url(_ text: String) -> String { screened(text, .url) }

  mutating func json(_ text: String) -> String { screened(text, .json) }

  mutating func body(_ text: String) -> String { screened(text, .body) }

  private mutating func screened(_ text: String, _ kind: CredentialFinder.Kind) -> String {
    credentials.screenTemplates(templates.text(text), kind)
  }

  /// A password, a token or a key. A template is kept; a literal value is replaced by one, and one that is missing is asked for.
  mutating func secret(_ text: String?, as label: String) -> String {
    guard let text, !text.isEmpty else { return credentials.hide(nil, as: label) }
    if templates.hasTemplate(text) {
      noteCredentials(text)
      return templates.text(text)
    }
    return credentials.hide(text, as: label)
  }

  /// A variable. The value of one that is secret is encrypted on this machine; without a value it is asked for.
  /// - Parameters:
  ///   - isSecret: whether the source says so; its name may say so, too.
  ///   - place: what the value belongs to, such as an environment.
  mutating func variable(_ key: String, _ value: String, isSecret: Bool = false, of place: String? = nil) -> Variable {
    let name = templates.variableName(key) ?? Variable.name(from: key)
    // Bruno escapes what it inserts between quotes, as Parley does.
    if templates.dialect != .bruno { noteValue(value, of: key) }
    guard isSecret || CredentialName.isCredential(key) else { return .text(name, self.value(value, named: key)) }
    if value.isEmpty { return .asked(name) }
    if templates.hasTemplate(value) {
      noteCredentials(value)
      return .text(name, templates.text(value))
    }
    return .text(name, credentials.hide(value, as: key, at: place))
  }
}

extension ImportedTexts {
  func isUsedAsCredential(_ name: String) -> Bool { usedAsCredentials.contains(name) }

  /// Follows the templates in the values of variables: the parts of a credential are credentials.
  fileprivate mutating func follow(_ variables: [Variable]) {
    let known = Dictionary(grouping: variables) { $0.name.value }
    var open = Array(usedAsCredentials)
    while let name = open.popLast() {
      for case .text(let value, _) in (known[name] ?? []).map(\.content.value) where value.hasTemplateMark {
        let inner = TemplateText(value).templates.flatMap(\.expression.all).compactMap { expression -> String? in
          if case .name(let name) = expression { name } else { nil }
        }
        open += inner.filter { usedAsCredentials.insert($0).inserted }
      }
    }
  }

  /// The same variables, and a template in the place of each value that is used as a credential.
  fileprivate mutating func hidden(_ variables: [Variable], of place: String?) -> [Variable] {
    variables.map { variable in
      let name = variable.name.value
      guard isUsedAsCredential(name), case .text(let value, _) = variable.content.value else { return variable }
      if value.isEmpty { return .asked(name) }
      return .text(name, value.hasTemplateMark ? hiddenParts(of: value, name, place) : hide(value, name, place))
    }
  }

  private mutating func hide(_ value: String, _ name: String, _ place: String?) -> String {
    credentials.hide(value, as: name, at: place)
  }

  /// The same with a template in the place of each word beside its templates that is as long as a credential.
  private mutating func hiddenParts(of value: String, _ name: String, _ place: String?) -> String {
    let bytes = Array(value.utf8)
    var (result, end) = ("", 0)
    for range in TemplateText(value).templates.map(\.range) + [bytes.count..<bytes.count] {
      let words = String(decoding: bytes[end..<range.lowerBound], as: UTF8.self).split(
        separator: " ", omittingEmptySubsequences: false)
      result += words.map { $0.utf8.count < Secrets.shortestSought ? String($0) : hide(String($0), name, place) }
        .joined(separator: " ")
      result += String(decoding: bytes[range], as: UTF8.self)
      end = range.upperBound
    }
    return result
  }
}

extension ImportedAPI {
  /// Declares what is used, and hands over the credentials.
  mutating func finish(_ texts: ImportedTexts) {
    var texts = texts
    texts.follow(variables + environments.flatMap(\.variables))
    variables = texts.hidden(variables, of: nil)
    for index in environments.indices {
      environments[index].variables = texts.hidden(environments[index].variables, of: environments[index].name)
    }
    declare(texts.templates) { texts.isUsedAsCredential($0) }
    secrets = texts.found
  }
}
