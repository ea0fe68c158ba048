internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyFormats
package import ParleyStore
internal import ParleyText

/// A sent request, to be edited and sent again.
package struct ReopenedRequest: Sendable {
  @CopyOnWrite package private(set) var request: RequestDefinition
  /// The parts that could not be taken over, a sentence each.
  package let notes: [String]
  /// Secrets that still stand in it, with the templates that take their place.
  package let secrets: [(value: String, template: String)]
}

extension ExchangeHistory {
  /// Returns the request of an exchange. Its credentials and other secrets are encrypted and kept on this machine.
  package func reopened(_ kept: KeptExchange) async throws -> ReopenedRequest {
    let exchange = kept.exchange
    var (sent, notes) = (exchange.request, [String]())
    sent.headers = HTTPFields(sent.headers.filter { !SentRequest.madeAnew.contains($0.name) })
    if let body = sent.body, String(validating: body, as: UTF8.self) == nil {
      sent.body = nil
      notes.append("The body of \(body.count) bytes is not text, so it was left out.")
    } else if sent.body == nil, let body = kept.requestBody {
      notes.append("The body of \(body.count) bytes is too large to be edited, so it was left out.")
    }
    let standIns = StandIns(for: exchange.secrets, in: &sent)
    let command = try CurlCommand(RecordedCurl(sent, hiding: Secrets()).text, forWorkspaceAt: open.workspace.root)
    let known = Set(command.secrets.map(\.value))
    let place = exchange.name.map { "of \($0)" } ?? "of an older exchange"
    let long = exchange.secrets.unmasked.filter { !exchange.secrets.short.contains($0) }
    let others = (long + standIns.texts).filter { !known.contains($0) }.sorted { $0.count > $1.count }
      .enumerated().map { ImportedSecret(name: SecretTemplate.name("secret \($0 + 1) \(place)"), value: $1) }
      .filter { secret in sent.holds(secret.value) }
    try await answers.keep((command.secrets + others).map(standIns.restored))
    return ReopenedRequest(
      request: command.request.withLiteralPath, notes: notes + command.notes,
      secrets: others.map { ($0.value, SecretTemplate.text($0.name)) })
  }
}

extension RequestDefinition {
  /// The same without variables in its path: it was sent as it stands.
  fileprivate var withLiteralPath: RequestDefinition {
    var copy = self
    copy.url = Located(PathTemplate.literal(url.value), at: url.place)
    return copy
  }
}

/// Texts in the places of short secrets, which nobody could find again among the texts of a request.
private struct StandIns {
  private var values: [String: String] = [:]

  init(for secrets: Secrets, in sent: inout SentRequest) {
    for value in secrets.short {
      let text = RandomText.uuid()
      values[text] = value
      sent = sent.mappingTexts { secrets.replacing(value, in: $0, named: $1, by: text) }
    }
  }

  var texts: [String] { Array(values.keys) }

  func restored(_ secret: ImportedSecret) -> ImportedSecret {
    ImportedSecret(name: secret.name, value: values.reduce(secret.value) { $0.replacing($1.key, with: $1.value) })
  }
}

extension SentRequest {
  /// Credentials among its headers are known by their names.
  fileprivate func mappingTexts(_ change: (String, _ name: String?) -> String) -> SentRequest {
    var copy = self
    copy.url = change(url, nil)
    copy.headers = HTTPFields(
      headers.map { field in
        CredentialName.isHeader(field.name.rawName)
          ? field : HTTPField(name: field.name, value: change(field.value, field.name.rawName))
      })
    copy.body = body.map { body in
      String(validating: body, as: UTF8.self).map { Array(change($0, nil).utf8) } ?? body
    }
    return copy
  }
}

extension SentRequest {
  /// Headers that every send makes by itself.
  static let madeAnew: Set<HTTPField.Name> = [.cookie, .acceptEncoding, .contentLength, .userAgent, .connection]

  fileprivate func holds(_ value: String) -> Bool {
    url.contains(value) || headers.contains { $0.value.contains(value) }
      || body.map { String(decoding: $0, as: UTF8.self).contains(value) } ?? false
  }
}
