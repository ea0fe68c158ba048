import HTTPTypes
import ParleyEngine
import ParleyText

/// Heads of requests and responses, as curl prints them, and the body that was sent, without secrets of any length: a console finds
/// only long ones.
struct ResponseHeads {
  let response: Response
  /// The request's body as it is written; nil for none.
  let sentBody: String?
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

  /// The heads and the bodies that went over the wire, each line with the direction before it. A response that did not come over the
  /// wire is told by its head.
  var exchange: [String] {
    guard let entries = response.wire?.entries, !entries.isEmpty else {
      let head = text.split(whereSeparator: \.isNewline).map { "< \($0)" }
      return ["* nothing was sent\(origin.map { ": \($0)" } ?? "")"] + head + ["<"]
    }
    return entries.indices.flatMap { index -> [String] in
      switch entries[index].direction {
      case .sentHead: lines(of: entries[index], mark: ">") + [">"]
      case .receivedHead: lines(of: entries[index], mark: "<") + ["<"]
      case .note: lines(of: entries[index], mark: "*")
      case .sentBody: isFirstOfBody(entries[..<index]) ? sentBodyLines : []
      case .receivedBody: []
      }
    }
  }

  /// The origin of a response that did not come over the wire; nil if it is not known.
  private var origin: String? {
    if response.cached?.source == .kept { return "served from cache" }
    return response.isMock ? "a mock replied" : nil
  }

  private func lines(of entry: WireLog.Entry, mark: String) -> [String] {
    String(decoding: entry.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { "\(mark) \(masked(String($0), entry.direction))" }
  }

  /// A body goes over the wire in pieces, after each head again.
  private func isFirstOfBody(_ before: ArraySlice<WireLog.Entry>) -> Bool {
    before.last { $0.direction == .sentHead || $0.direction == .sentBody }?.direction == .sentHead
  }

  private static let mostOfBody = 16 << 10

  private var sentBodyLines: [String] {
    guard let sentBody else { return [] }
    let shown = sentBody.prefix(Self.mostOfBody)
    let lines = shown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { "> \(secrets?.masking(String($0)) ?? String($0))" }
    let rest = sentBody.utf8.count - shown.utf8.count
    return lines + (rest > 0 ? ["> … \(rest) bytes more"] : [])
  }

  /// The headers of the first message to the server.
  var sentFields: [HTTPField] {
    let heads = (response.wire?.entries ?? []).filter { $0.direction == .sentHead }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
    // A proxy is asked for the connection first.
    guard let head = heads.first(where: { !$0.hasPrefix("CONNECT ") }) else { return [] }
    return head.split(whereSeparator: \.isNewline).dropFirst().compactMap { line -> HTTPField? in
      guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else { return nil }
      let field = HTTPField(name: name, value: String(line[colon...].dropFirst().drop { $0 == " " }))
      return HTTPField(name: name, value: secrets.map { masked(field, isSent: true, $0) } ?? field.value)
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
