internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// The text of a request's file at a place where a value was carried, and the way in which a step overrides it there.
struct WrittenPlace {
  /// The part of the request that `with` overrides.
  enum Part: Hashable {
    case path(String)
    case query(String, index: Int)
    case header(String, index: Int)
    case form(String, index: Int)
    case part(String, index: Int)
    /// In the text of a `json` body, as UTF-8 offsets, or in the variables of a GraphQL query.
    case json(Range<Int>, isNumber: Bool)
    case text
  }

  let part: Part
  /// With its templates; nil where the file says nothing.
  let text: String?
}

/// The reason why a step cannot override something at a place.
struct LinkObstacle: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension ChainStep {
  func written(at place: LinkPlace) throws(LinkObstacle) -> WrittenPlace {
    switch place {
    case .path(let segment): try pathVariable(segment)
    case .query(let name, let index): try query(name, index)
    case .header(let name, let index): try header(name, index)
    case .form(let name, let index): try form(name, index)
    case .part(let name, let index): try part(name, index)
    case .json(let path, let isNumber): try json(path, isNumber)
    case .text: try text()
    }
  }

  private func pathVariable(_ segment: Int) throws(LinkObstacle) -> WrittenPlace {
    guard let name = exchange.variables[segment] else {
      throw LinkObstacle("the URL of \(request.id) has no variable there, such as :id")
    }
    let row = request.definition.path.first { $0.isOn && $0.name == name }
    return WrittenPlace(part: .path(name), text: row?.value)
  }

  private func query(_ name: String, _ index: Int) throws(LinkObstacle) -> WrittenPlace {
    if case .apiKey(let key) = request.auth.value, key.position?.value == .query, key.name.value == name {
      throw LinkObstacle("auth of \(request.id) sets it")
    }
    let url = request.definition.url.value
    let inURL = url.urlQuery.map { SentURL.pairs(of: String($0)) } ?? []
    if inURL.contains(where: { $0.0 == name }) {
      throw LinkObstacle("it stands in the URL of \(request.id), not in its query")
    }
    let rows = request.definition.query.filter { $0.isOn && $0.name.isIdentical(to: name) }
    return WrittenPlace(part: .query(name, index: index), text: try Self.text(of: rows, at: index))
  }

  private func header(_ name: String, _ index: Int) throws(LinkObstacle) -> WrittenPlace {
    if let text = try authorization(in: name) {
      return WrittenPlace(part: .header(name, index: index), text: text)
    }
    let rows = headerRows(name)
    return WrittenPlace(part: .header(name, index: index), text: try Self.text(of: rows, at: index))
  }

  func headerRows(_ name: String) -> [Row] {
    request.sentHeaders.map(\.value).filter { $0.name.lowercased() == name.lowercased() }
  }

  /// A header that `auth` makes, which no step can replace.
  var authorizationText: (name: String, text: String?)? {
    switch request.auth.value {
    case .inherit, .anonymous, .certificate: nil
    case .bearer(let token): ("authorization", "Bearer \(token.value)")
    case .apiKey(let key): key.position?.value == .query ? nil : (key.name.value.lowercased(), key.value.value)
    case .request(let login): (login.headerName.lowercased(), nil)
    case .basic, .digest, .awsSigV4, .oauth2, .command: ("authorization", nil)
    }
  }

  private func authorization(in name: String) throws(LinkObstacle) -> String? {
    guard let authorization = authorizationText, authorization.name == name.lowercased() else { return nil }
    guard let text = authorization.text, !TemplateText(text).sharedKeys.isEmpty else {
      throw LinkObstacle("auth of \(request.id) sets it")
    }
    return text
  }

  private func form(_ name: String, _ index: Int) throws(LinkObstacle) -> WrittenPlace {
    guard let rows = request.definition.body?.rows else { throw otherBody }
    let same = rows.filter { $0.isOn && $0.name.isIdentical(to: name) }
    guard same.indices.contains(index) else { throw otherBody }
    return WrittenPlace(part: .form(name, index: index), text: same[index].value)
  }

  private func part(_ name: String, _ index: Int) throws(LinkObstacle) -> WrittenPlace {
    guard case .multipart(let parts) = request.definition.body else { throw otherBody }
    let same = parts.compactMap { part -> String? in
      guard part.isOn, part.name.isIdentical(to: name), case .text(let text) = part.content else { return nil }
      return text
    }
    guard same.indices.contains(index) else { throw otherBody }
    return WrittenPlace(part: .part(name, index: index), text: same[index])
  }

  private func json(_ path: ValuePath, _ isNumber: Bool) throws(LinkObstacle) -> WrittenPlace {
    var segments = path.segments[...]
    let text: String
    switch request.definition.body {
    case .json(let json):
      text = json.value
      for key in (request.root.value ?? "").split(separator: ".") {
        guard segments.popFirst() == .key(String(key)) else { throw otherBody }
      }
    case .graphql(let query):
      guard segments.popFirst() == .key("variables"), let variables = query.variables?.value else { throw otherBody }
      text = variables
    default: throw otherBody
    }
    guard let leaf = JSONTemplateLeaf(at: ValuePath(Array(segments)), in: text) else { throw otherBody }
    return WrittenPlace(part: .json(leaf.range, isNumber: isNumber), text: leaf.inner ?? leaf.text)
  }

  private func text() throws(LinkObstacle) -> WrittenPlace {
    guard case .text(let text) = request.definition.body else { throw otherBody }
    return WrittenPlace(part: .text, text: text.value)
  }

  private var otherBody: LinkObstacle { LinkObstacle("the body in the file of \(request.id) has nothing there") }

  /// Of rows with the same name the one that counts; nil where there is none at all.
  private static func text(of rows: [Row], at index: Int) throws(LinkObstacle) -> String? {
    guard !rows.isEmpty else { return nil }
    guard rows.indices.contains(index) else { throw LinkObstacle("the file has fewer values of that name") }
    return rows[index].value
  }
}

extension TemplateText {
  /// The shared keys that it reads.
  var sharedKeys: [String] {
    templates.flatMap(\.expression.all).compactMap { if case .shared(let key) = $0 { key } else { nil } }
  }
}
