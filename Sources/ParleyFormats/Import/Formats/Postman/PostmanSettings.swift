internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// `protocolProfileBehavior`: how Postman sends a request. What is nearer to the request wins.
struct PostmanSettings {
  private var values: JSONObject

  init(_ source: JSONValue?) {
    values = source?.object ?? [:]
  }

  func overridden(by source: JSONValue?) -> PostmanSettings {
    var copy = self
    for (key, value) in source?.object ?? [:] { copy.values[key] = value }
    return copy
  }

  /// Postman leaves the bodies of some methods out, unless it is told not to.
  func sendsBody(with method: String) -> Bool {
    PostmanPruning.sendsBody(with: method) || values["disableBodyPruning"]?.bool == true
  }

  /// - Returns: what Parley cannot do of it.
  func apply(to request: inout RequestDefinition, at id: String) -> [ImportNote] {
    var left: [String] = []
    for (key, value) in values where !apply(key, value, &request) { left.append(key) }
    return left.isEmpty
      ? []
      : [ImportNote(id, "Settings that were left out: \(left.map { Printable.text($0) }.joined(separator: ", ")).")]
  }

  private func apply(_ key: String, _ value: JSONValue, _ request: inout RequestDefinition) -> Bool {
    switch (key, value) {
    case ("disableBodyPruning", _), (_, .null): break
    case ("followRedirects", .bool(let follows)):
      if !follows { request.options.redirects = Located(0) }
    case ("maxRedirects", .number):
      if request.options.redirects == nil {
        request.options.redirects = value.int.map { Located(min(100, max(0, $0))) }
      }
    case ("strictSSL", .bool(let isStrict)): request.options.verify = Located(isStrict)
    case ("disableCookies", .bool(let isOff)): if isOff { request.options.cookies = Located(false) }
    case ("protocolVersion", .string(let version)):
      guard let known = ["http1": OptionsDefinition.HTTPVersion.http1_1, "http2": .http2, "auto": .auto][version] else {
        return false
      }
      request.options.httpVersion = Located(known)
    case ("disabledSystemHeaders", .object(let headers)):
      for (name, isOff) in headers where isOff.bool == true && name.isToken {
        if !request.headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
          request.headers.append(Row(name, "", isOn: false))
        }
      }
    case ("disableUrlEncoding", .bool(false)), ("followOriginalHttpMethod", .bool(false)),
      ("followAuthorizationHeader", .bool(false)), ("removeRefererHeaderOnRedirect", .bool(false)),
      ("insecureHTTPParser", .bool(false)), ("tlsPreferServerCiphers", .bool(false)):
      break
    default: return false
    }
    return true
  }
}

/// The proxy and the certificate of a single request.
enum PostmanTransfer {
  static func apply(
    _ source: JSONValue, to request: inout RequestDefinition, at id: String, _ texts: inout ImportedTexts
  ) -> [ImportNote] {
    if let proxy = source["proxy"], proxy["disabled"]?.bool != true, let host = PostmanText.text(proxy["host"]) {
      let port = PostmanText.text(proxy["port"]) ?? "8080"
      request.options.proxy = Located("http://\(texts.templates.text(host)):\(port)")
    }
    guard let certificate = source["certificate"], let file = path(certificate["cert"]) else { return [] }
    request.options.certificate = CertificateDefinition(
      file: Located(TemplateEscape.escaped(file)),
      key: path(certificate["key"]).map { Located(TemplateEscape.escaped($0)) },
      passphrase: PostmanText.text(certificate["passphrase"]).map {
        Located(texts.secret($0, as: "passphrase of the certificate"))
      })
    return [ImportNote(id, "It is sent with the certificate \(Printable.text(file)): check its path.")]
  }

  private static func path(_ value: JSONValue?) -> String? { value?["src"]?.string ?? value?.string }
}

// Headers and parameters that authentication replaces.
extension RequestDefinition {
  /// Leaves out headers and parameters that Postman removes before its authentication adds its own.
  mutating func leaveOut(replacedBy auth: AuthDefinition, at place: String, _ notes: inout [ImportNote]) {
    let replaced = auth.replacedHeaders
    var names = headers.filter { $0.isOn && replaced.contains($0.name.lowercased()) }.map(\.name)
    headers.removeAll { $0.isOn && replaced.contains($0.name.lowercased()) }
    if case .apiKey(let key) = auth, key.position?.value == .query {
      names += query.filter { $0.isOn && $0.name == key.name.value }.map(\.name)
      query.removeAll { $0.isOn && $0.name == key.name.value }
    }
    for name in names.withoutRepeats {
      notes.append(
        ImportNote(
          place, "Its own \(Printable.text(name)) was left out: Postman sends the authentication's in its place."))
    }
  }
}

extension AuthDefinition {
  /// In lower case.
  fileprivate var replacedHeaders: Set<String> {
    switch self {
    case .basic, .digest, .bearer, .oauth2: ["authorization"]
    case .awsSigV4: ["authorization", "x-amz-date", "x-amz-security-token", "x-amz-content-sha256"]
    case .apiKey(let key): key.position?.value == .query ? [] : [key.name.value.lowercased()]
    case .inherit, .anonymous, .certificate, .command, .request: []
    }
  }
}
