internal import HTTPTypes
internal import JQ
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A path in a response from which a request captures the value of a key.
struct CapturedPath: Sendable {
  let key: String
  /// From the whole body.
  let path: ValuePath
}

// The secrets that a failed check may not quote.
extension ResponseChecks {
  /// The secrets in a response that is checked, before it is told what was wrong with it: those that are known, those that it brings, by
  /// their names, and those that are captured from it. Nil where there is none.
  /// - Parameter body: as the checks see it.
  func checkedSecrets(of response: Response, _ body: JSONValue, capturing captured: [CapturedPath]) -> JQSecrets? {
    var hidden = JQSecrets(known: secrets.all(with: response.secrets))
    if response.isSecret {
      hidden.input = secrets.recognizer.map { SecretParts(credentialsOf: body, by: $0) } ?? .none
      hidden.variables[JQVariable.response.rawValue] = SecretParts(credentialHeadersOf: response)
    }
    for place in captured where response.isSecret || shared.isSecret(place.key) {
      hidden.input.insert(place.path.counted(in: body))
    }
    hidden.known.formUnion(hidden.input.texts(in: body).filter { $0.utf8.count >= Secrets.shortestSought })
    return hidden.known.isEmpty && hidden.input.isEmpty && hidden.variables.isEmpty ? nil : hidden
  }
}

extension EffectiveRequest {
  /// The places from which captures take values, in the whole body.
  var capturedPaths: [CapturedPath] {
    let root = ValuePath((response.root.value ?? "").split(separator: ".").map { .key(String($0)) })
    return definition.capture.filter(\.isOn).map { capture in
      CapturedPath(key: capture.key.value, path: ValuePath(root.segments + capture.path.value.segments))
    }
  }
}

extension SecretParts {
  /// Credentials among the headers of a response, as `$response` has them.
  init(credentialHeadersOf response: Response) {
    self.init()
    for field in response.headers {
      let name = field.name.canonicalName
      let isCookie = field.name == .setCookie
      if isCookie || !CredentialFinder.find(in: field.value, .header(name), .ofOthers(knowing: Secrets())).isEmpty {
        insert(ValuePath([.key("headers"), .key(name)]))
      }
    }
  }
}
