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

  var host: String {
    get { credentials.host }
    set { credentials.host = newValue }
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
    let name = templates.variableName(key) ?? ImportNames.variable(key)
    guard isSecret || CredentialName.isCredential(key) else { return .text(name, self.value(value, named: key)) }
    if value.isEmpty { return .asked(name) }
    if templates.hasTemplate(value) { return .text(name, templates.text(value)) }
    return .text(name, credentials.hide(value, as: key, at: place))
  }
}

extension ImportedTexts {
  func isUsedAsCredential(_ name: String) -> Bool { usedAsCredentials.contains(name) }

  /// The same variables, and a template in the place of each value that is used as a credential.
  fileprivate mutating func hidden(_ variables: [Variable], of place: String?) -> [Variable] {
    variables.map { variable in
      let name = variable.name.value
      guard isUsedAsCredential(name), case .text(let value, _) = variable.content.value, !value.hasTemplateMark else {
        return variable
      }
      if value.isEmpty { return .asked(name) }
      return .text(name, credentials.hide(value, as: name, at: place))
    }
  }
}

extension ImportedAPI {
  /// Declares what is used, and hands over the credentials.
  mutating func finish(_ texts: ImportedTexts) {
    var texts = texts
    variables = texts.hidden(variables, of: nil)
    for index in environments.indices {
      environments[index].variables = texts.hidden(environments[index].variables, of: environments[index].name)
    }
    declare(texts.templates) { texts.isUsedAsCredential($0) }
    secrets = texts.found
  }
}
