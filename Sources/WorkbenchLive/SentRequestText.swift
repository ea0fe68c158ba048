import HTTPTypes
import ParleyEngine
import ParleyText
import Workbench

/// A request as it would be sent, as texts that can be edited: each with its secrets masked.
struct SentRequestText {
  private let sent: SentRequest
  private let url: MaskedText
  private let headers: [MaskedText]
  /// Nil for one that is no text.
  private let body: MaskedText?
  /// As it is edited.
  let draft: RequestDraft

  init(_ sent: SentRequest, hiding secrets: Secrets) {
    self.sent = sent
    url = MaskedText(sent.url, by: secrets)
    headers = sent.headers.map { MaskedText($0.value, by: secrets) }
    let text = sent.body.flatMap { $0.count <= Self.longestBody ? String(validating: $0, as: UTF8.self) : nil }
    body = text.map { MaskedText($0, by: secrets) }
    draft = RequestDraft(
      method: sent.method, url: url.shown,
      headers: zip(sent.headers, headers).map { DraftRow($0.name.rawName, $1.shown) },
      body: Self.draft(of: body?.shown, type: sent.headers[.contentType]))
  }

  /// A larger one is sent as it is.
  private static let longestBody = 1 << 20

  private static func draft(of text: String?, type: String?) -> DraftBody {
    guard let text, !text.isEmpty else { return .none }
    return type?.contains("json") == true ? .json(text) : .text(text)
  }

  /// Changes what is other in a draft than it was; all else of the request stays, such as its authorization.
  func apply(_ edited: RequestDraft, to request: inout Request) throws {
    if edited.method != draft.method { try apply(method: edited.method, to: &request) }
    let address = Parameters.url(of: edited)
    if address != Parameters.url(of: draft) { apply(url: url.restored(in: address), to: &request) }
    if edited.headers != draft.headers { request.headers = try fields(of: edited.headers) }
    if edited.body != draft.body { try apply(edited.body, type: edited.headers, to: &request) }
  }

  private func apply(method: String, to request: inout Request) throws {
    guard let method = HTTPRequest.Method(method) else {
      throw Problem(code: "request.method", "“\(method)” is no method.", advice: "Such as GET or POST.")
    }
    request.method = method
  }

  /// A whole URL, with nothing to be filled in.
  private func apply(url: String, to request: inout Request) {
    request.endpoint = url
    (request.pathValues, request.pathDefaults, request.query) = (JSONObject(), [:], Query())
  }

  /// A masked value that was not touched keeps the secret.
  private func fields(of rows: [DraftRow]) throws -> HTTPFields {
    var fields = HTTPFields()
    for row in rows where row.isOn && !row.name.isEmpty {
      guard let name = HTTPField.Name(row.name) else {
        throw Problem(code: "request.header", "“\(row.name)” is no name of a header.")
      }
      fields.append(HTTPField(name: name, value: restored(row)))
    }
    return fields
  }

  private func restored(_ row: DraftRow) -> String {
    let places = sent.headers.indices.map { sent.headers.distance(from: sent.headers.startIndex, to: $0) }
    let same = zip(places, sent.headers).filter { $1.name.rawName.lowercased() == row.name.lowercased() }.map(\.0)
    let place =
      same.first { headers[$0].shown == row.value } ?? same.first
      ?? headers.indices.first { headers[$0].shown == row.value }
    return place.map { headers[$0].restored(in: row.value) } ?? row.value
  }

  private func apply(_ edited: DraftBody, type rows: [DraftRow], to request: inout Request) throws {
    (request.model, request.parts) = (nil, [])
    let type = rows.first { $0.isOn && $0.name.lowercased() == "content-type" }?.value
    switch edited {
    case .none: request.body = .bytes([], contentType: nil)
    case .json(let text): request.body = .bytes(bytes(text), contentType: type ?? "application/json")
    case .text(let text): request.body = .bytes(bytes(text), contentType: type ?? "text/plain; charset=utf-8")
    case .form(let rows):
      request.body = .form(
        rows.filter(\.isOn).map { ($0.name, body?.restored(in: $0.value) ?? $0.value) })
    case .multipart, .file, .graphql:
      throw Problem(
        code: "request.body", "A body of this kind cannot be made here.",
        advice: "Choose JSON, text or a form, or edit the step's input.")
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array((body?.restored(in: text) ?? text).utf8) }
}
