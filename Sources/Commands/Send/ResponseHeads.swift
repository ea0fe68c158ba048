import HTTPTypes
import ParleyEngine
import ParleyText

/// Heads of requests and responses, as curl prints them, without secrets of any length: a console finds only long ones.
struct ResponseHeads {
  let response: Response
  /// Those that the request was sent with, and where they stand in it; nil where they are to be seen.
  let secrets: Secrets?

  /// The status line and the headers, with an empty line behind them.
  var text: String {
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(response.status.reasonPhrase)"
    let lines = response.headers.map { field in
      "\(field.name.rawName): \(secrets.map { masked(field, isSent: false, $0) } ?? field.value)"
    }
    return (["\(response.version.rawValue) \(response.status.code)\(reason)"] + lines + ["", ""]).joined(
      separator: "\n")
  }

  /// The heads that went over the wire, each line with the direction before it.
  var exchange: [String] {
    (response.wire?.entries ?? []).flatMap { entry -> [String] in
      let mark: String
      switch entry.direction {
      case .sentHead: mark = ">"
      case .receivedHead: mark = "<"
      case .note: mark = "*"
      case .sentBody, .receivedBody: return []
      }
      let text = String(decoding: entry.bytes, as: UTF8.self)
      return text.split(whereSeparator: \.isNewline).map { "\(mark) \(masked(String($0), entry.direction))" }
        + (mark == "*" ? [] : [mark])
    }
  }
}

// Masking, by the names of headers and by where the request's secrets were put.
extension ResponseHeads {
  private func masked(_ line: String, _ direction: WireLog.Direction) -> String {
    guard let secrets else { return line }
    let isSent = direction == .sentHead
    guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      return words.map { isSent ? masked(String($0), .url, named: nil, secrets) : secrets.masking(String($0)) }
        .joined(separator: " ")
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " }
    let field = HTTPField(name: name, value: String(value))
    return "\(line[..<colon]): \(masked(field, isSent: isSent, secrets))"
  }

  private func masked(_ field: HTTPField, isSent: Bool, _ secrets: Secrets) -> String {
    switch field.name {
    case .cookie, .setCookie: secrets.masking(field)
    // It may repeat the request's own address.
    case .location, .contentLocation: masked(field.value, .url, named: nil, secrets)
    case let name where isSent: masked(field.value, .header(name.rawName), named: name.rawName, secrets)
    default: secrets.maskingForeign(field.value)
    }
  }

  /// All places at once: nothing is found around what is masked already.
  private func masked(
    _ text: String, _ kind: CredentialFinder.Kind, named name: String?, _ secrets: Secrets
  ) -> String {
    let places = secrets.places(in: Array(text.utf8), isForeign: false, named: name)
    let found = CredentialFinder.find(in: text, kind, .ofOthers(knowing: secrets)).map(\.range)
    return Secrets.masking(places + found, in: text)
  }
}
