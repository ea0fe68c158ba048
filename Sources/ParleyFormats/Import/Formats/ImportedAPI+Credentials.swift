internal import ParleyEngine
internal import ParleyFiles
import ParleyText

extension ImportedAPI {
  /// The same with a template in the place of each credential that `parley check` would find in its files, whatever the format.
  func withoutCredentials() -> ImportedAPI {
    var screen = ImportScreen(self)
    return screen.screened(self)
  }
}

/// Looks through all that an import writes. What a format's own reader knows to be a credential is none by then.
private struct ImportScreen {
  private var redactor: CredentialRedactor
  /// Descriptions have values that were made up, and placeholders where an import before has found a credential.
  private let isDescribed: Bool
  private let host: String

  init(_ api: ImportedAPI) {
    host = api.folderName
    isDescribed = api.description != nil
    redactor = CredentialRedactor(host: host, besides: api.secrets)
    redactor.learn(api.secrets.map(\.value).filter(Self.isUnmistakable))
  }

  /// Whether a credential can be no ordinary text, so that it is hidden wherever else it stands.
  private static func isUnmistakable(_ value: String) -> Bool {
    value.utf8.count >= shortest && value.utf8.contains(where: \.isDigit) && value.utf8.contains(where: \.isLetter)
      && value.utf8.allSatisfy { $0.isLetterOrDigit || "-_.~+/=".utf8.contains($0) }
  }

  private static let shortest = 12

  mutating func screened(_ api: ImportedAPI) -> ImportedAPI {
    var api = api
    screenShared(&api)
    for index in api.folders.indices { screen(&api.folders[index].defaults) }
    for index in api.requests.indices { screen(&api.requests[index].definition) }
    for index in api.groups.indices { screen(&api.groups[index].definition) }
    api.docs = api.docs.map { screened($0, .text) }
    var known = Set(api.secrets)
    api.secrets += redactor.found.filter { known.insert($0).inserted }
    for index in api.mocks.indices { screen(&api.mocks[index].mocks) }
    if let description = api.description {
      var copy = DescriptionCredentials(redactor)
      api.description = copy.hidden(in: description)
    }
    return api
  }

  private mutating func screenShared(_ api: inout ImportedAPI) {
    var shared = WorkspaceDefinition()
    (shared.servers, shared.vars, shared.defaults) = (api.servers, api.variables, api.defaults)
    screen(&shared)
    (api.servers, api.variables, api.defaults) = (shared.servers, shared.vars.rewritten, shared.defaults)
    for index in api.environments.indices {
      var environment = EnvironmentDefinition()
      environment.vars = api.environments[index].variables
      // A description's copy knows no environments.
      if !isDescribed { redactor.host = api.environments[index].name }
      screen(&environment)
      api.environments[index].variables = environment.vars.rewritten
    }
    redactor.host = host
  }

  private mutating func screen(_ definition: inout some HoldsCredentials) {
    definition.visitFields { field, text in
      let screened = screened(text.value, field.kind)
      if screened != text.value { text.value = screened }
    }
  }

  private mutating func screened(_ text: String, _ kind: CredentialFinder.Kind) -> String {
    guard isDescribed else { return redactor.screenTemplates(text, kind) }
    let text = DescriptionCredentials.restored(text) { SecretTemplate.text($0) }
    guard case .header(let name) = kind, name.lowercased() == "cookie" else {
      return redactor.screenTemplates(text, kind, unless: isNone)
    }
    // Each cookie is a parameter of its own.
    return text.split(separator: ";", omittingEmptySubsequences: false).map { cookie in
      let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { return String(cookie) }
      return "\(parts[0])=\(redactor.screenTemplates(parts[1], .named(parts[0].trimmed), unless: isNone))"
    }.joined(separator: ";")
  }

  private func isNone(_ value: String) -> Bool { isDescribed && SchemaExample.isMadeUp(value) }

  /// A mock gives another value in each response, as recorded ones do.
  private mutating func screen(_ mocks: inout [MockDefinition]) {
    for mock in mocks.indices {
      for reply in mocks[mock].replies.indices {
        guard case .json(let text)? = mocks[mock].replies[reply].content else { continue }
        let before = redactor.found.count
        let restored = DescriptionCredentials.restored(text.value) { _ in Self.madeUp }
        let screened = redactor.screenTemplates(restored, .json, unless: isNone)
        let result = redactor.found[before...].reduce(screened) {
          $0.replacing(SecretTemplate.text($1.name), with: Self.madeUp)
        }
        mocks[mock].replies[reply].content = .json(Located(result))
      }
    }
  }

  private static let madeUp = "{{uuid()}}"
}

extension [Variable] {
  /// As their values are written now: a template needs quotes where a plain value needs none.
  fileprivate var rewritten: [Variable] {
    map { variable in
      guard case .text(let value, true) = variable.content.value, value.hasTemplateMark else { return variable }
      return .text(variable.name.value, value)
    }
  }
}
