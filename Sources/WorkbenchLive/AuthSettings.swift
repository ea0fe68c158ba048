import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// A kind of authorization, and what it wants, as rows of text.

extension AuthDefinition {
  /// As it was typed; nil where the request says nothing of it.
  /// - Throws: `Problem` when something that the kind needs is missing.
  init?(_ draft: RequestDraft) throws {
    switch draft[.auth] {
    case "", "inherit": return nil
    case "none": self = .anonymous
    case "basic": self = .basic(UserDefinition(user: draft.located(.user), password: draft.located(.password)))
    case "digest": self = .digest(UserDefinition(user: draft.located(.user), password: draft.located(.password)))
    case "bearer": self = .bearer(try draft.needed(.token))
    case "apiKey":
      self = .apiKey(
        APIKeyDefinition(
          name: try draft.needed(.keyName), value: try draft.needed(.keyValue),
          in: try draft.choice(.keyPlace)))
    case "awsSigV4":
      self = .awsSigV4(
        AWSDefinition(
          accessKey: try draft.needed(.accessKey), secretKey: try draft.needed(.secretKey),
          sessionToken: draft.optional(.sessionToken), region: try draft.needed(.region),
          service: try draft.needed(.service)))
    case "oauth2": self = .oauth2(try OAuth2Definition(draft))
    case "request":
      self = .request(
        LoginDefinition(
          name: try draft.needed(.loginRequest), token: draft.optional(.loginToken),
          header: draft.optional(.loginHeader), scheme: draft.optional(.loginScheme)))
    case "certificate":
      self = .certificate(
        CertificateDefinition(
          file: try draft.needed(.authCertificate), key: draft.optional(.authKey),
          passphrase: draft.optional(.authPassphrase)))
    case "command": self = .command(try ShellWords.split(typed: draft.needed(.command).value))
    case let kind:
      throw Problem(
        code: "draft.auth", "“\(kind)” is not a kind of authentication.",
        advice: "Write \(SettingKey.auth.choices.joined(separator: ", ")).")
    }
  }

  /// The rows that say it.
  var settings: [(SettingKey, String)] {
    [(.auth, kind)] + fields
  }

  private var fields: [(SettingKey, String)] {
    switch self {
    case .inherit, .anonymous: []
    case .basic(let user), .digest(let user): [(.user, user.user.value), (.password, user.password.value)]
    case .bearer(let token): [(.token, token.value)]
    case .apiKey(let key):
      [
        (.keyName, key.name.value), (.keyValue, key.value.value),
        (.keyPlace, key.position?.value.rawValue ?? ""),
      ]
    case .awsSigV4(let keys):
      [
        (.accessKey, keys.accessKey.value), (.secretKey, keys.secretKey.value),
        (.sessionToken, keys.sessionToken?.value ?? ""), (.region, keys.region.value),
        (.service, keys.service.value),
      ]
    case .oauth2(let grant): grant.fields
    case .request(let login):
      [
        (.loginRequest, login.name.value), (.loginToken, login.token?.value ?? ""),
        (.loginHeader, login.header?.value ?? ""), (.loginScheme, login.scheme?.value ?? ""),
      ]
    case .certificate(let certificate):
      [
        (.authCertificate, certificate.file.value), (.authKey, certificate.key?.value ?? ""),
        (.authPassphrase, certificate.passphrase?.value ?? ""),
      ]
    case .command(let words): [(.command, ShellWords.line(of: words))]
    }
  }
}

extension ShellWords {
  fileprivate static func split(typed line: String) throws -> [String] {
    do throws(UnclosedQuote) { return try split(line) } catch {
      throw Problem(
        code: "draft.auth", "The command has an unclosed quote.",
        advice: "Write it as in a shell: pass show 'my shop'.")
    }
  }
}

extension OAuth2Definition {
  fileprivate init(_ draft: RequestDraft) throws {
    self.init(
      grant: try draft.choice(.grant), tokenURL: try draft.needed(.tokenURL), clientID: try draft.needed(.clientID),
      clientSecret: draft.optional(.clientSecret), scope: draft.optional(.scope),
      username: draft.optional(.username), password: draft.optional(.userPassword),
      refreshToken: draft.optional(.refreshToken), client: try draft.choice(.client),
      authorizationURL: draft.optional(.authorizationURL), redirectURL: draft.optional(.redirectURL),
      deviceURL: draft.optional(.deviceURL), parameters: try Self.parameters(typed: draft[.parameters]))
  }

  /// Words such as `audience=https://api.example.com`, quoted as in a shell; `~` in front switches one off.
  private static func parameters(typed line: String) throws -> [Row] {
    try ShellWords.split(typed: line).map { word in
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw Problem(
          code: "draft.auth", "“\(word)” is not a parameter.", advice: "Write it as name=value, such as audience=shop.")
      }
      let isOn = !parts[0].hasPrefix("~")
      return Row(isOn ? parts[0] : String(parts[0].dropFirst()), parts[1], isOn: isOn)
    }
  }

  private var typedParameters: String {
    parameters.map { ShellWords.quoted("\($0.isOn ? "" : "~")\($0.name)=\($0.value)") }.joined(separator: " ")
  }

  fileprivate var fields: [(SettingKey, String)] {
    [
      (.grant, grant?.value.rawValue ?? ""), (.tokenURL, tokenURL.value), (.clientID, clientID.value),
      (.clientSecret, clientSecret?.value ?? ""), (.scope, scope?.value ?? ""), (.username, username?.value ?? ""),
      (.userPassword, password?.value ?? ""), (.refreshToken, refreshToken?.value ?? ""),
      (.client, client?.value.rawValue ?? ""), (.authorizationURL, authorizationURL?.value ?? ""),
      (.redirectURL, redirectURL?.value ?? ""), (.deviceURL, deviceURL?.value ?? ""),
      (.parameters, typedParameters),
    ]
  }
}

extension RequestDraft {
  fileprivate func located(_ key: SettingKey) -> Located<String> { Located(self[key]) }

  fileprivate func optional(_ key: SettingKey) -> Located<String>? {
    self[key].isEmpty ? nil : Located(self[key])
  }

  fileprivate func needed(_ key: SettingKey) throws -> Located<String> {
    guard !self[key].isEmpty else {
      throw Problem(
        code: "draft.auth", "The authentication \(self[.auth]) needs a \(key.label).",
        advice: "Enter it in the Auth tab.")
    }
    return Located(self[key])
  }

  fileprivate func choice<Value: RawRepresentable>(_ key: SettingKey) throws -> Located<Value>?
  where Value.RawValue == String {
    try SettingField.located(self[key]) { Value(rawValue: $0) }
  }
}
