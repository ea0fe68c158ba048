internal import HTTPTypes
internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A mock made of a response that was given: the text of one item of a mock file.
struct RecordedMock {
  private let method: String
  private let path: String
  private let server: String?
  private let response: Response
  private let secrets: Secrets
  /// Which parameters a request must have; nil asks for none.
  var conditions: MockConditions?
  /// Whether credentials, by their names or by what they look like, are made up anew in each reply.
  var makesUpCredentials = false

  /// Headers that speak of the transfer, or of whom it was for, and not of what came.
  private static let transient: Set<String> = [
    "date", "content-length", "transfer-encoding", "content-encoding", "connection", "keep-alive", "set-cookie",
    "server",
    "vary",
  ]
  /// A larger body is no text to keep in a file of mocks; in bytes.
  private static let longestBody = 1 << 20

  init(_ response: Response, method: String, path: String, server: String?, secrets: Secrets) {
    self.method = method
    self.path = path
    self.server = server
    self.response = response
    self.secrets = secrets
  }

  /// In whole lines.
  /// - Throws: `SaveError.cannotBeWritten` for a body that is no text, or a large one.
  package func lines() throws(SaveError) -> [String] {
    var reply: [YAMLValue.Entry] = [.init(key: "status", value: .scalar("\(response.status.code)"))]
    let headers = response.headers.filter { !Self.transient.contains($0.name.canonicalName) }
    if !headers.isEmpty {
      reply.append(
        .init(
          key: "headers",
          value: .mapping(entries(of: Array(headers)), isFlow: false)))
    }
    if let body = try body() { reply.append(body) }
    var item: [YAMLValue.Entry] = [.init(key: "match", value: .scalar("\(method) \(path)"))]
    if let server { item.append(.init(key: "server", value: .scalar(server))) }
    if let conditions {
      item.append(.init(key: "where", value: YAMLValue(MockConditions.form.written(conditions))))
    }
    item.append(.init(key: "reply", value: .mapping(reply, isFlow: false)))
    return YAMLWriter().lines(item: .mapping(item, isFlow: false), indentation: 0)
  }

  /// A header that came several times is a list.
  private func entries(of headers: [HTTPField]) -> [YAMLValue.Entry] {
    var names: [String] = []
    var values: [String: [YAMLValue]] = [:]
    for field in headers {
      let name = field.name.rawName
      if values[name] == nil { names.append(name) }
      values[name, default: []].append(.scalar(template(of: field.value, .header(name))))
    }
    return names.map { name in
      let all = values[name] ?? []
      return .init(key: name, value: all.count == 1 ? all[0] : .sequence(all, isFlow: false))
    }
  }

  private func body() throws(SaveError) -> YAMLValue.Entry? {
    guard response.body.count > 0 else { return nil }
    guard response.body.count <= Self.longestBody, let bytes = try? response.bytes(),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .cannotBeWritten("the body is not text of at most 1 MB; save it as a file and name that with `file`") }
    let isJSON = (try? JSONValue(parsing: bytes)) != nil
    return .init(key: isJSON ? "json" : "text", value: .scalar(template(of: text, .body)))
  }

  /// Braces that were in the response are no templates.
  private func template(of text: String, _ kind: CredentialFinder.Kind) -> String {
    guard makesUpCredentials else { return TemplateEscape.escaped(secrets.maskingForeign(text)) }
    let bytes = Array(text.utf8)
    var (result, end) = ("", 0)
    for part in Self.joined(hidden(in: text, bytes, kind)) {
      let between = String(decoding: bytes[end..<part.range.lowerBound], as: UTF8.self)
      result += TemplateEscape.escaped(between) + part.instead
      end = part.range.upperBound
    }
    return result + TemplateEscape.escaped(String(decoding: bytes[end...], as: UTF8.self))
  }

  /// The parts of a text that come into no file, found in the text as it came: a mask in it would hide the shape of a credential.
  private func hidden(in text: String, _ bytes: [UInt8], _ kind: CredentialFinder.Kind) -> [HiddenPart] {
    // A number stays one.
    let found = CredentialFinder.find(in: text, kind, .ofOthers(knowing: Secrets())).map {
      HiddenPart(range: $0.range, instead: $0.isNumber ? "0" : HiddenPart.madeUp)
    }
    return found + secrets.foreignPlaces(in: bytes).map { HiddenPart(range: $0, instead: Secrets.mask) }
  }

  /// In order; those that overlap as one.
  private static func joined(_ parts: [HiddenPart]) -> [HiddenPart] {
    parts.sorted { $0.range.lowerBound < $1.range.lowerBound }.reduce(into: []) { joined, next in
      guard let last = joined.last, last.range.overlaps(next.range) else { return joined.append(next) }
      joined[joined.count - 1] = last.joined(with: next)
    }
  }
}

/// A part of a response that is a credential, or a secret that is known.
private struct HiddenPart {
  static let madeUp = "{{uuid()}}"

  let range: Range<Int>
  let instead: String

  func joined(with other: Self) -> Self {
    let all = min(range.lowerBound, other.range.lowerBound)..<max(range.upperBound, other.range.upperBound)
    let whole = [self, other].first { $0.range == all && $0.instead != Secrets.mask }
    let isKnownAlone = instead == Secrets.mask && other.instead == Secrets.mask
    return Self(range: all, instead: whole?.instead ?? (isKnownAlone ? Secrets.mask : Self.madeUp))
  }
}
