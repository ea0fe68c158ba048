internal import ParleyEngine
package import ParleyModel
import ParleyText

/// The contents of a workspace file, or a part of them, with texts that somebody may have typed a credential into.
package protocol HoldsCredentials {
  /// Goes through all of these texts, those of rows turned off too, and takes over what becomes of them.
  mutating func visitFields(_ visit: CredentialVisit)

  /// Says where the value of a variable comes from, in place of the value.
  mutating func declare(_ variable: String, _ source: SecretSource)
}

package typealias CredentialVisit = (CredentialField, inout Located<String>) -> Void

extension HoldsCredentials {
  package mutating func declare(_ variable: String, _ source: SecretSource) {}
}

extension Located<String>? {
  mutating func visit(_ kind: CredentialFinder.Kind, _ slot: String, _ visit: CredentialVisit) {
    guard var text = self else { return }
    visit(CredentialField(kind, slot), &text)
    self = text
  }
}

extension Located<String> {
  mutating func visit(_ kind: CredentialFinder.Kind, _ slot: String, _ visit: CredentialVisit) {
    visit(CredentialField(kind, slot), &self)
  }
}

extension [Row] {
  mutating func visit(_ kind: (String) -> CredentialFinder.Kind, _ slot: String, _ visit: CredentialVisit) {
    for index in indices {
      var text = self[index].located
      text.visit(kind(self[index].name), "\(slot).\(self[index].name)", visit)
      self[index].value = text.value
    }
  }
}

// Requests, and what they share.
extension RequestDefinition: HoldsCredentials {
  package mutating func visitFields(_ visit: CredentialVisit) {
    url.visit(.url, "url", visit)
    path.visit(CredentialFinder.Kind.named, "path", visit)
    query.visit(CredentialFinder.Kind.named, "query", visit)
    headers.visit(CredentialFinder.Kind.header, "headers", visit)
    auth?.value.visitFields(visit)
    body?.visitFields("body", visit)
    messages.visitFields("messages", visit)
    expect.headers.visit(CredentialFinder.Kind.header, "expect.headers", visit)
    options.visitFields(visit)
    docs.visit(.text, "docs", visit)
  }
}

extension DefaultsDefinition: HoldsCredentials {
  package mutating func visitFields(_ visit: CredentialVisit) {
    headers.visit(CredentialFinder.Kind.header, "headers", visit)
    auth?.value.visitFields(visit)
    expect.headers.visit(CredentialFinder.Kind.header, "expect.headers", visit)
    options.visitFields(visit)
    docs.visit(.text, "docs", visit)
  }
}

extension OptionsDefinition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    proxy.visit(.url, "options.proxy", visit)
    certificate?.visitFields("options.certificate", visit)
  }
}

extension CertificateDefinition {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    passphrase.visit(.credential("passphrase"), "\(slot).passphrase", visit)
  }
}

extension JobDefinition {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    visitTexts { $0.text.visit($0.credential, "\(slot).\($0.keys.joined(separator: "."))", visit) }
  }
}

extension BodyDefinition {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    switch self {
    case .json(var text):
      text.visit(.json, "\(slot).json", visit)
      self = .json(text)
    case .text(var text):
      text.visit(.body, "\(slot).text", visit)
      self = .text(text)
    case .form(var rows):
      rows.visit(CredentialFinder.Kind.named, "\(slot).form", visit)
      self = .form(rows)
    case .multipart(var parts):
      for index in parts.indices { parts[index].visitFields("\(slot).multipart", visit) }
      self = .multipart(parts)
    case .graphql(var graphql):
      graphql.query.visit(.json, "\(slot).graphql.query", visit)
      graphql.variables.visit(.json, "\(slot).graphql.variables", visit)
      self = .graphql(graphql)
    case .file: break
    }
  }
}

extension PartDefinition {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    guard case .text = content else { return }
    var text = contentText
    text.visit(.named(name), "\(slot).\(name)", visit)
    content = .text(text.value)
  }
}

extension [MessageDefinition] {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    for index in indices { self[index].send.visit(.body, slot, visit) }
  }
}

// Authentication.
extension AuthDefinition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    switch self {
    case .inherit, .anonymous, .command, .request: break
    case .basic(var user):
      user.password.visit(.credential("password"), "auth.password", visit)
      self = .basic(user)
    case .digest(var user):
      user.password.visit(.credential("password"), "auth.password", visit)
      self = .digest(user)
    case .bearer(var token):
      token.visit(.credential("token"), "auth.bearer", visit)
      self = .bearer(token)
    case .apiKey(var key):
      key.value.visit(.credential(key.name.value), "auth.apiKey.value", visit)
      self = .apiKey(key)
    case .awsSigV4(var keys):
      keys.visitFields(visit)
      self = .awsSigV4(keys)
    case .oauth2(var grant):
      grant.visitFields(visit)
      self = .oauth2(grant)
    case .certificate(var certificate):
      certificate.visitFields("auth.certificate", visit)
      self = .certificate(certificate)
    }
  }
}

extension AWSDefinition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    accessKey.visit(.text, "auth.awsSigV4.accessKey", visit)
    secretKey.visit(.credential("secretKey"), "auth.awsSigV4.secretKey", visit)
    sessionToken.visit(.credential("sessionToken"), "auth.awsSigV4.sessionToken", visit)
  }
}

extension OAuth2Definition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    for (key, name) in [(\OAuth2Definition.authorizationURL, "authorizationUrl"), (\.deviceURL, "deviceUrl")] {
      self[keyPath: key].visit(.url, "auth.oauth2.\(name)", visit)
    }
    tokenURL.visit(.url, "auth.oauth2.tokenUrl", visit)
    clientSecret.visit(.credential("clientSecret"), "auth.oauth2.clientSecret", visit)
    password.visit(.credential("password"), "auth.oauth2.password", visit)
    refreshToken.visit(.credential("refreshToken"), "auth.oauth2.refreshToken", visit)
    parameters.visit(CredentialFinder.Kind.named, "auth.oauth2.parameters", visit)
  }
}

// Environments and the workspace.
extension [Variable] {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    for index in indices {
      guard case .text(let text, let isPlain) = self[index].content.value else { continue }
      var value = Located(text, at: self[index].content.place)
      let name = self[index].name.value
      value.visit(.named(name), CredentialField.slot(ofVariable: name), visit)
      if value.value != text { self[index].content.value = .text(value.value, isPlain: isPlain) }
    }
  }
}

extension CredentialField {
  static func slot(ofVariable name: String) -> String { "vars.\(name)" }
}

extension EnvironmentDefinition: HoldsCredentials {
  package mutating func visitFields(_ visit: CredentialVisit) {
    vars.visitFields(visit)
    defaults.visitFields(visit)
  }

  package mutating func declare(_ variable: String, _ source: SecretSource) {
    for index in vars.indices where vars[index].name.value == variable { vars[index].content.value = .secret(source) }
  }
}

extension WorkspaceDefinition: HoldsCredentials {
  package mutating func visitFields(_ visit: CredentialVisit) {
    for index in servers.indices {
      let slot = "servers.\(servers[index].name.value)"
      servers[index].url.visit(.url, slot, visit)
      servers[index].tls.certificate?.visitFields("\(slot).tls.certificate", visit)
    }
    vars.visitFields(visit)
    defaults.visitFields(visit)
    team?.postgres.visit(.connection, "team.postgres", visit)
  }
}

// Groups.
extension GroupDefinition: HoldsCredentials {
  package mutating func visitFields(_ visit: CredentialVisit) {
    list.visitFields(visit)
    docs.visit(.text, "docs", visit)
  }
}

extension NodeListDefinition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    for index in (serial ?? []).indices { serial?[index].visitFields(visit) }
    for index in (concurrent ?? []).indices { concurrent?[index].visitFields(visit) }
  }
}

extension NodeDefinition {
  fileprivate mutating func visitFields(_ visit: CredentialVisit) {
    let slot = stepName ?? "step"
    with?.visitFields("\(slot).with", visit)
    job.visitFields(slot, visit)
    list.visitFields(visit)
  }
}

extension WithDefinition {
  fileprivate mutating func visitFields(_ slot: String, _ visit: CredentialVisit) {
    path.visit(CredentialFinder.Kind.named, "\(slot).path", visit)
    query.visit(CredentialFinder.Kind.named, "\(slot).query", visit)
    headers.visit(CredentialFinder.Kind.header, "\(slot).headers", visit)
    body?.visitFields("\(slot).body", visit)
    messages.visitFields("\(slot).messages", visit)
  }
}
