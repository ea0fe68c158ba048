internal import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
package import ParleyStore

extension ExchangeHistory {
  /// Writes an exchange into a file. Secrets are masked, except in a body alone.
  /// - Throws: `RunFileError.exists` for a file that is there and may not be replaced.
  package func export(
    _ kept: KeptExchange, as format: ExchangeFormat, to path: String, replacing replaces: Bool = false
  ) async throws {
    if !replaces, OutputFile.isTaken(path) { throw RunFileError.exists(path) }
    let bytes: [UInt8]
    switch format {
    case .http: bytes = Array(secrets.masking(kept.exchange.httpText).utf8)
    case .json: bytes = Array(secrets.masking(JSONPrinter.pretty.string(of: kept.exchange.exported)).utf8)
    case .body:
      guard let body = kept.exchange.response?.body else {
        throw WorkspaceError("noBody", "The exchange has no response, so there is no body to write.")
      }
      bytes = try await Blocking.run { try body.read(at: 0, count: body.count) }
    }
    try await Blocking.run { try OutputFile.write(bytes, to: path) }
  }
}

extension Exchange {
  /// As `parley export http` writes a request; masked, and without the headers that every send makes by itself.
  fileprivate var httpText: String {
    var text = HTTPFileText()
    text.begin(name ?? "\(startedAt.iso8601)", notes: name == nil ? "" : "Sent at \(startedAt.iso8601)")
    text.add(method: request.method, url: secrets.masking(request.url))
    for field in request.headers where !SentRequest.madeAnew.contains(field.name) {
      text.add(header: field.name.rawName, secrets.masking(field))
    }
    if let body = request.body { text.add(body: secrets.masking(String(decoding: body, as: UTF8.self))) }
    return text.lines.joined(separator: "\n") + "\n"
  }
}

extension Exchange {
  /// Request and response as a value, masked.
  package var exported: JSONValue {
    let compared = ComparedExchange(self)
    var value: JSONValue = ["id": .string(id.rawValue), "startedAt": .string(startedAt.iso8601)]
    value["name"] = name.map(JSONValue.string)
    value["environment"] = environment.map(JSONValue.string)
    value["request"] = compared.request
    switch outcome {
    case .response(let response):
      var shown: JSONValue = ["status": .number(JSONNumber(response.status.code))]
      shown["ms"] = .number(JSONNumber(Int(response.timings.total / .milliseconds(1))))
      shown["bytes"] = .number(JSONNumber(response.body.count))
      shown["headers"] = compared.headers
      shown["body"] = compared.body.map { secrets.maskingForeign($0) }
      shown["expectation"] = response.validationFailure.map {
        .string("expected \($0.expectation): \(secrets.maskingForeign($0.reason))")
      }
      shown["interruption"] = interruption.map { ["code": .string($0.code), "summary": .string($0.summary)] }
      value["response"] = shown
    case .failure(let error): value["failure"] = ["code": .string(error.code), "summary": .string(error.summary)]
    case .authorizationFailed(let error):
      value["failure"] = ["code": .string(error.code), "summary": .string(error.summary)]
    }
    return value
  }
}
