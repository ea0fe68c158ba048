internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The credentials that a request to the mock server, and its response, carry.
struct CarriedCredentials {
  private(set) var values: [String] = []

  init(_ request: ServedRequest, _ headers: HTTPFields, _ body: [UInt8]) {
    for field in Array(request.headers) + Array(headers) { collect(field) }
    for item in URLText.queryItems(of: request.target) { collect(item.name, item.value) }
    collect(request.target, .url)
    for body in [request.body, body] {
      collect(body)
      collect(String(validating: body, as: UTF8.self) ?? "", .body)
    }
  }

  private mutating func collect(_ body: [UInt8]) {
    if let json = try? JSONValue(parsing: body) {
      collect(json)
    } else if let form = String(validating: body, as: UTF8.self) {
      for item in URLText.queryItems(of: "?\(form)") { collect(item.name, item.value) }
    }
  }

  private mutating func collect(_ field: HTTPField) {
    switch field.name {
    case .cookie, .setCookie:
      for pair in field.value.split(separator: ";") { values.append(String(pair.drop { $0 != "=" }.dropFirst())) }
    case .authorization, .proxyAuthorization:
      values.append(field.value)
      values += field.value.split(separator: " ").dropFirst().map(String.init)
    default: collect(field.value, .header(field.name.rawName))
    }
  }

  private mutating func collect(_ text: String, _ kind: CredentialFinder.Kind) {
    values += CredentialFinder.find(in: text, kind, .ofOthers(knowing: Secrets())).map(\.value)
  }

  private mutating func collect(_ name: String, _ value: String) {
    if CredentialName.isCredential(name) { values.append(value) }
  }

  private mutating func collect(_ value: JSONValue) {
    for (name, member) in value.object ?? [:] {
      if let text = member.string { collect(name, text) } else { collect(member) }
    }
    for item in value.array ?? [] { collect(item) }
  }
}
