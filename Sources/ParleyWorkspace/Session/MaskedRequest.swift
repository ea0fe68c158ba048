import HTTPTypes
package import ParleyEngine

/// A request as it would be sent, as texts with their secrets masked; what is other in them can be put into the request.
package struct MaskedRequest: Sendable {
  private let sent: SentRequest
  private let url: MaskedText
  private let headers: [MaskedText]
  /// Nil for one that is no text.
  private let body: MaskedText?
  /// As it may be seen.
  package let parts: RequestParts
  package let contentType: String?

  package init(_ sent: SentRequest, hiding secrets: Secrets) {
    let secrets = secrets.placed(in: sent)
    self.sent = sent
    url = MaskedText(sent.url, by: secrets)
    headers = sent.headers.map { MaskedText($0.value, by: secrets, named: $0.name.rawName) }
    let text = sent.body.flatMap { $0.count <= Self.longestBody ? String(validating: $0, as: UTF8.self) : nil }
    body = text.map { MaskedText($0, by: secrets) }
    contentType = sent.headers[.contentType]
    let shown = body?.shown ?? ""
    parts = RequestParts(
      method: sent.method, url: url.shown,
      headers: zip(sent.headers, headers).map { RequestParts.Row($0.name.rawName, $1.shown) },
      body: shown.isEmpty ? .none : .text(shown))
  }

  /// A larger one is sent as it is.
  private static let longestBody = 1 << 20

  /// Changes what is other in these parts than it was; all else of the request stays, such as its authorization.
  package func apply(_ edited: RequestParts, to request: inout Request) throws {
    try apply(edited, over: parts, to: &request)
  }

  /// Changes what a person changed once, of a request that is made again: all else is as it is made now.
  package func apply(_ edit: NodeEdit, to request: inout Request) throws {
    guard let was = RequestParts(edit.was), let became = RequestParts(edit.became) else { return }
    var edited = became
    edited.headers = parts.headers.changed(like: was.headers, to: became.headers)
    try apply(edited, over: was, to: &request)
  }

  private func apply(_ edited: RequestParts, over was: RequestParts, to request: inout Request) throws {
    if edited.method != was.method { try apply(method: edited.method, to: &request) }
    if edited.url != was.url { apply(url: url.restored(in: edited.url), to: &request) }
    if edited.headers != parts.headers { request.headers = try fields(of: edited.headers) }
    if edited.body != was.body { apply(edited.body, type: edited.headers, to: &request) }
  }

  private func apply(method: String, to request: inout Request) throws {
    guard let method = HTTPRequest.Method(method) else {
      throw RequestPartsError(
        code: "request.method", summary: "“\(method)” is no method.", advice: "Such as GET or POST.")
    }
    request.method = method
  }

  /// A whole URL, with nothing to be filled in.
  private func apply(url: String, to request: inout Request) {
    request.endpoint = url
    (request.pathValues, request.pathDefaults, request.query) = (JSONObject(), [:], Query())
  }

  /// A masked value that was not touched keeps the secret.
  private func fields(of rows: [RequestParts.Row]) throws -> HTTPFields {
    var fields = HTTPFields()
    for row in rows where !row.name.isEmpty {
      guard let name = HTTPField.Name(row.name) else {
        throw RequestPartsError(code: "request.header", summary: "“\(row.name)” is no name of a header.")
      }
      fields.append(HTTPField(name: name, value: restored(row)))
    }
    return fields
  }

  private func restored(_ row: RequestParts.Row) -> String {
    let same = parts.headers.indices.filter { parts.headers[$0].name.lowercased() == row.name.lowercased() }
    let place =
      same.first { headers[$0].shown == row.value } ?? same.first
      ?? headers.indices.first { headers[$0].shown == row.value }
    return place.map { headers[$0].restored(in: row.value) } ?? row.value
  }

  private func apply(_ edited: RequestParts.Body, type rows: [RequestParts.Row], to request: inout Request) {
    (request.model, request.parts) = (nil, [])
    let type = rows.first { $0.name.lowercased() == "content-type" }?.value
    switch edited {
    case .none: request.body = .bytes([], contentType: nil)
    case .text(let text): request.body = .bytes(bytes(text), contentType: type ?? Self.usualType(of: text))
    case .form(let rows): request.body = .form(rows.map { ($0.name, body?.restored(in: $0.value) ?? $0.value) })
    }
  }

  private static func usualType(of text: String) -> String {
    (try? JSONValue(parsing: Array(text.utf8))) == nil ? "text/plain; charset=utf-8" : "application/json"
  }

  private func bytes(_ text: String) -> [UInt8] { Array((body?.restored(in: text) ?? text).utf8) }
}

extension [RequestParts.Row] {
  /// With what was changed between two others: rows that are only in the one go, those only in the other come.
  fileprivate func changed(like was: Self, to became: Self) -> Self {
    let names = Set((was + became).map { $0.name.lowercased() }.filter { was.values(of: $0) != became.values(of: $0) })
    return filter { !names.contains($0.name.lowercased()) } + became.filter { names.contains($0.name.lowercased()) }
  }

  private func values(of name: String) -> [String] { filter { $0.name.lowercased() == name }.map(\.value) }
}

/// The reason why a request cannot be changed in this way.
package struct RequestPartsError: ExplainedError, Hashable {
  package let code: String
  package let summary: String
  package var advice: String?
}
