internal import HTTPTypes
internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// The definition of a request that sends what was sent. Secrets are replaced by templates, as in an import.
package struct SentDefinition {
  /// A server of the workspace.
  package struct Base {
    let name: String
    let url: String
    /// Whether requests go to it that name none.
    let isDefault: Bool

    package init(name: String, url: String, isDefault: Bool) {
      self.name = name
      self.url = url
      self.isDefault = isDefault
    }
  }

  package private(set) var definition = RequestDefinition()
  /// Notes, in sentences, on what could not be taken over.
  package private(set) var notes: [String] = []
  private var credentials: CredentialRedactor
  private let sent: SentRequest
  private let secrets: Secrets

  package var found: [ImportedSecret] { credentials.found }

  /// - Parameters:
  ///   - bases: the servers whose URLs are known.
  ///   - inherited: the effective request, at this place of the workspace, of a file that says nothing.
  package init(_ happened: ChainStep.Happened, on bases: [Base], inheriting inherited: EffectiveRequest) {
    (sent, secrets) = (happened.sent, happened.secrets)
    credentials = CredentialRedactor(host: Self.host(of: happened.sent.url), knowing: happened.secrets)
    definition.method = sent.method == "GET" ? nil : Located(sent.method)
    setURL(bases)
    definition.query = SentURL(sent.url).query.map { Row($0, credentials.screen($0, $1)) }
    keepBareNames()
    definition.headers = headers(inherited)
    definition.body = body()
  }

  private static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }
}

// The URL.
extension SentDefinition {
  private mutating func setURL(_ bases: [Base]) {
    let address = String(sent.url.prefix { $0 != "?" && $0 != "#" })
    let base = bases.filter { address.hasPath(below: $0.url) }.max { $0.url.count < $1.url.count }
    let path = base.map { String(address.dropFirst($0.url.count)) } ?? address
    if let base, !base.isDefault { definition.server = Located(base.name) }
    let start = base == nil ? path.firstRange(of: "://")?.upperBound ?? path.startIndex : path.startIndex
    let slash = path[start...].firstIndex(of: "/") ?? path.endIndex
    definition.url = Located(TemplateEscape.escaped(String(path[..<slash])) + withVariables(path[slash...]))
    if definition.url.value.isEmpty { definition.url = "/" }
  }

  /// A query whose items are names alone stays in the URL: a row would be sent with an equals sign.
  private mutating func keepBareNames() {
    let query = sent.url.urlQuery ?? ""
    let items = query.split(separator: "&")
    guard items.contains(where: { !$0.contains("=") }), definition.query.allSatisfy({ !$0.value.hasTemplateMark })
    else { return }
    definition.url.value += "?" + TemplateEscape.escaped(String(query))
    definition.query = []
  }

  /// Segments that identify something become variables, so that steps can say others.
  mutating func withVariables(_ path: Substring) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let variable = segments.indices.filter { isVariable(segments[$0]) }
    return segments.indices.map { index in
      guard variable.contains(index) else {
        let text = TemplateEscape.escaped(segments[index])
        return text.hasPrefix(":") ? "\\\(text)" : text
      }
      let before = index > 0 ? LinkName(segments[index - 1]).words.joined(separator: "_") : ""
      let stem = variable.count == 1 || before.isEmpty ? "id" : "\(Variable.name(from: before))_id"
      let taken = Set(definition.path.map(\.name))
      let name = taken.contains(stem) ? (2...).lazy.map { "\(stem)_\($0)" }.first { !taken.contains($0) } ?? stem : stem
      let value = PercentText.decoded(segments[index], plusIsBlank: false)
      definition.path.append(Row(name, credentials.screen(name, value)))
      return ":\(name)"
    }.joined(separator: "/")
  }

  private func isVariable(_ segment: String) -> Bool {
    if segment.hasPrefix("$") || secrets.hide(segment) { return true }
    let isVersion = segment.count <= 4 && segment.first.map { $0 == "v" || $0 == "V" } == true
    return segment.contains(where: \.isNumber) && !isVersion && !segment.contains(".")
  }
}

// Headers.
extension SentDefinition {
  private static let ofClient: Set<String> = [
    "host", "content-length", "connection", "accept-encoding", "expect", "te", "transfer-encoding", "if-none-match",
    "if-modified-since", "range", "if-range",
  ]

  private mutating func headers(_ inherited: EffectiveRequest) -> [Row] {
    let isAuthorized: Bool =
      switch inherited.auth.value {
      case .inherit, .anonymous, .certificate: false
      default: true
      }
    var rows: [Row] = []
    for field in sent.headers {
      let (name, lower) = (field.name.rawName, field.name.canonicalName)
      if Self.ofClient.contains(lower) || (lower == "accept" && field.value == "*/*") { continue }
      if isAuthorized, lower == "authorization" || lower.hasPrefix("x-amz-") { continue }
      if lower == "content-type", isSaidByBody(field.value) { continue }
      let same = inherited.sentHeaders.filter { $0.value.name.lowercased() == lower }
      if same.contains(where: { $0.value.value == field.value || $0.value.value.contains("{{") }) { continue }
      rows.append(Row(name, credentials.screenHeader(name, field.value)))
    }
    return rows
  }

  /// Whether a body of its kind is sent with this type anyway.
  private func isSaidByBody(_ type: String) -> Bool {
    let type = type.lowercased()
    return type.hasPrefix("multipart/form-data") || type.hasPrefix("application/x-www-form-urlencoded")
      || type.hasPrefix("application/json") || type == "text/plain; charset=utf-8"
  }
}

// The body.
extension SentDefinition {
  private mutating func body() -> BodyDefinition? {
    let type = sent.headers[.contentType] ?? ""
    guard let bytes = sent.body, !bytes.isEmpty else {
      if !type.isEmpty { notes.append("Its body was read from a file, and is left out.") }
      return nil
    }
    if type.lowercased().hasPrefix("multipart/form-data") { return multipart(bytes, type) }
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      notes.append("Its body is no text, and is left out.")
      return nil
    }
    if type.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return .form(SentURL.pairs(of: text).map { Row($0.0, credentials.screen($0.0, $0.1)) }).unlessEmpty
    }
    guard type.lowercased().contains("json") else { return .text(Located(credentials.screen("body", text))) }
    let json = credentials.screenJSON(text)
    guard secrets.masking(json.literalParts) == json.literalParts else {
      notes.append("Its body holds a secret that no template can stand for, and is left out.")
      return nil
    }
    return .json(Located(json))
  }

  private mutating func multipart(_ bytes: [UInt8], _ type: String) -> BodyDefinition? {
    var parts: [PartDefinition] = []
    for part in SentPart.parts(of: bytes, type: type) {
      if let text = part.text {
        parts.append(PartDefinition(part.name, .text(credentials.screen(part.name, text)), type: part.type))
      } else {
        notes.append("The file of its part \(Printable.quoted(part.name)) is left out.")
      }
    }
    return BodyDefinition.multipart(parts).unlessEmpty
  }
}

extension String {
  /// Whether it is a URL, or below it.
  fileprivate func hasPath(below url: String) -> Bool {
    hasPrefix(url) && (count == url.count || self[index(startIndex, offsetBy: url.count)] == "/")
  }
}
