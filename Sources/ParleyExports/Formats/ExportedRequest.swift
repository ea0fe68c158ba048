package import ParleyEngine
package import ParleyFiles
import ParleyText

/// A request as other programs can say it: whole, with what it inherits from folders, environment and workspace. Templates are still in it.
package struct ExportedRequest: Sendable {
  let id: String
  let method: String
  /// The server's URL with the path, `:name` for its variables; without a query.
  var url = ""
  /// Segments of the path that look like variables, and are meant as they stand.
  private(set) var literalNames: Set<String> = []
  /// Values of the variables that stand in the URL.
  var variables: [Row] = []
  /// Pairs that stand in the URL as they are sent, but for templates.
  private(set) var written: [QueryPair] = []
  /// Those that are off, too.
  package var query: [Row] = []
  /// Inherited ones first; those that are off, too.
  var headers: [Row]
  let auth: AuthDefinition
  /// The request that gives its token, and what a format says that cannot send it.
  let login: (id: String, note: String)?
  var body: BodyDefinition?
  @CopyOnWrite private(set) var expect: EffectiveExpect
  /// With paths from the whole body on.
  var capture: [CaptureDefinition]
  let docs: String?
  private(set) var notes: [ExportNote] = []

  /// - Parameter resolved: a text with the values of an environment in it, as far as they are known.
  init(_ effective: EffectiveRequest, of workspace: Workspace, resolved: (String) -> String = { $0 }) {
    let definition = effective.definition
    id = effective.id
    method = definition.method?.value.withoutNone ?? "GET"
    headers = effective.headers.map(\.value).map(\.withoutPlace)
    (auth, login) = Self.auth(effective.auth.value, workspace)
    expect = effective.expect
    docs = definition.docs?.value
    let root = Self.root(of: effective)
    capture = definition.capture.filter(\.isOn).map { capture in
      CaptureDefinition(key: capture.key, path: Located(ValuePath(root + capture.path.value.segments)))
    }
    setAddress(effective, resolved)
    addAccept(effective)
    body = definition.body
    if case .json(let text)? = body { setJSON(text.value, effective) }
    noteOptions(effective)
    if let login { note(login.note) }
  }

  /// The token of a login is what the login captures.
  private static func auth(
    _ auth: AuthDefinition, _ workspace: Workspace
  ) -> (AuthDefinition, login: (id: String, note: String)?) {
    guard case .request(let login) = auth, let key = workspace.tokenKey(of: login) else { return (auth, nil) }
    let note = "Send \(login.name.value) first: the token that it captures as \(key) is sent with the request."
    let token = "{{shared.\(key)}}"
    let isBearer = login.schemeName == "Bearer" && login.headerName.lowercased() == "authorization"
    let written: AuthDefinition =
      isBearer
      ? .bearer(Located(token))
      : .apiKey(
        APIKeyDefinition(
          name: Located(login.headerName), value: Located(login.schemeName.map { "\($0) \(token)" } ?? token)))
    return (written, (login.name.value, note))
  }

  /// The path in the body at which the result begins, as captures read it.
  package static func root(of effective: EffectiveRequest) -> [ValuePath.Segment] {
    (effective.response.root.value ?? "").split(separator: ".").map { ValuePath.Segment.key(String($0)) }
  }

  package mutating func note(_ text: String) { notes.append(ExportNote(id, text)) }

  /// Every text that is filled in for a send.
  var texts: [String] {
    [url] + written.flatMap { [$0.name, $0.value ?? ""] } + (variables + sentQuery + sentHeaders).map(\.value)
      + (auth.texts + (body?.sentTexts ?? [])).map(\.value)
  }

  /// Rows that are sent.
  var sentQuery: [Row] { query.filter(\.isOn) }
  /// The whole query as rows: what is encoded in the URL is decoded.
  var wholeQuery: [Row] {
    let inURL = written.map { pair in
      [pair.name, pair.value ?? ""].map { $0.encodedBetweenTemplates { PercentText.decoded($0, plusIsBlank: true) } }
    }
    return inURL.map { Row($0[0], $0[1]) } + query
  }
  var sentHeaders: [Row] { headers.filter(\.isOn) }

  func header(_ name: String) -> String? {
    sentHeaders.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The content type that goes with its body, where no header says it.
  var impliedType: String? {
    guard header("Content-Type") == nil,
      !headers.contains(where: { $0.takesAway && $0.name.lowercased() == "content-type" })
    else { return nil }
    switch body {
    case .json, .graphql: return "application/json"
    case .form: return "application/x-www-form-urlencoded"
    case .text: return "text/plain; charset=utf-8"
    case .file(let file): return file.type?.value ?? MediaType.ofFile(file.path.value)
    case .multipart, nil: return nil
    }
  }
}

// Its address.
extension ExportedRequest {
  private mutating func setAddress(_ effective: EffectiveRequest, _ resolved: (String) -> String) {
    let definition = effective.definition
    let written = definition.url.value
    let escaped = written.prefix { $0 != "?" && $0 != "#" }
    literalNames = Set(escaped.split(separator: "/").filter { $0.hasPrefix("\\:") }.map { String($0.dropFirst(2)) })
    let path = String(escaped).replacing("/\\:", with: "/:")
    let names = Set(PathTemplate(path).names)
    let words = definition.path.filter { $0.isOn && !names.contains($0.name) }
    variables = definition.path.filter { $0.isOn && names.contains($0.name) }.map(\.withoutPlace)
    let server = resolved(path).isWholeURL ? nil : effective.server?.value.url.value
    url = Self.joined(server, words.reduce(path) { $0.replacingWord($1) })
    if let query = written.urlQuery { self.written = QueryPair.all(of: query) }
    addQuery(definition.query.map(\.withoutPlace), effective.queryStyle.value)
  }

  /// Commas between the values of a list are not encoded, so that such a list is one of those written out.
  private mutating func addQuery(_ rows: [Row], _ style: QueryStyleName) {
    guard style == .comma else { return query = rows.styled(style) }
    for list in rows.chunked(by: { $0.isOn && $1.isOn && $0.name == $1.name }) {
      if list.count == 1 {
        query.append(list[0])
      } else {
        let encode = { (text: String) in text.encodedBetweenTemplates(PercentText.encoded) }
        let values = list.map { encode($0.value) }.joined(separator: ",")
        written.append(.init(name: encode(list[0].name), value: values))
      }
    }
  }

  private static func joined(_ server: String?, _ path: String) -> String {
    guard let server, !path.isWholeURL else { return TypedAddress(path)?.url ?? path }
    let base = server.hasSuffix("/") ? String(server.dropLast()) : server
    return path.isEmpty || path.hasPrefix("/") ? base + path : "\(base)/\(path)"
  }

  /// Adds the `Accept` that the codec implies, if no header sets it.
  private mutating func addAccept(_ effective: EffectiveRequest) {
    guard header("Accept") == nil, let codec = effective.response.codec.value, let type = codec.accept else { return }
    headers.append(Row("Accept", type))
  }

  /// The address with the values of its variables in it, each encoded as one segment but for its templates.
  var filledURL: String {
    variables.reduce(url) { url, row in
      url.replacing(":\(row.name)", with: row.value.encodedAsSegment, atMost: 1)
    }
  }
}

// Its body.
extension ExportedRequest {
  private mutating func setJSON(_ text: String, _ effective: EffectiveRequest) {
    let root = (effective.root.value ?? "").split(separator: ".").map(String.init)
    switch effective.serialization.value {
    case .json, .raw:
      let opening = root.map { "{\(JSONPrinter.compact.string(of: .string($0))): " }.joined()
      body = root.isEmpty ? body : .json(Located(opening + text + String(repeating: "}", count: root.count)))
    case .url: setRows(text, effective.queryStyle.value, isMultipart: false)
    case .form: setRows(text, effective.queryStyle.value, isMultipart: true)
    }
  }

  /// The members of an object as the rows that they are sent as.
  private mutating func setRows(_ text: String, _ style: QueryStyleName, isMultipart: Bool) {
    guard let json = TemplateJSON(text), let members = json.document.object,
      members.allSatisfy({ ($0.value.array ?? [$0.value]).allSatisfy(\.isScalar) })
    else {
      return note("Its body is converted when Parley sends it, and is exported as the JSON it is written as.")
    }
    let rows = members.flatMap { key, value in
      (value.array ?? [value]).map { Row(key, $0.string.map(json.text) ?? JSONPrinter.compact.string(of: $0)) }
    }.styled(style)
    if isMultipart {
      body = .multipart(rows.map { PartDefinition($0.name, .text($0.value)) })
    } else if ["GET", "HEAD", "DELETE"].contains(method) {
      query += rows
      body = nil
    } else {
      body = .form(rows)
    }
  }
}

// What nobody else can say.
extension ExportedRequest {
  private mutating func noteOptions(_ effective: EffectiveRequest) {
    let said = [
      effective.retry.value.map { _ in "retries" }, effective.expect.schema.value.map { _ in "the expected schema" },
    ]
    let lost = (said + OptionsDefinition.fields.map { $0.loss(effective.options.said) }).compactMap(\.self)
      .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    if !lost.isEmpty { note("Not exported: \(lost.joined(separator: ", ")).") }
  }
}

extension Row {
  fileprivate var withoutPlace: Row { Row(name, value, isOn: isOn) }
}

extension [Row] {
  /// As they stand in a query: rows of one name that follow one another are a list.
  fileprivate func styled(_ style: QueryStyleName) -> [Row] {
    guard style != .repeated else { return self }
    var result: [Row] = []
    var index = startIndex
    while index < endIndex {
      let list = self[index...].prefix { $0.isOn && $0.name == self[index].name }
      if list.count < 2 {
        result.append(self[index])
      } else if style == .comma {
        result.append(Row(self[index].name, list.map(\.value).joined(separator: ",")))
      } else {
        result += list.map { Row($0.name.hasSuffix("[]") ? $0.name : $0.name + "[]", $0.value) }
      }
      index += Swift.max(list.count, 1)
    }
    return result
  }
}

extension String {
  fileprivate var withoutNone: String? { self == "none" ? nil : self }

  /// A word of the path with its value in its place; an empty one takes its segment away.
  fileprivate func replacingWord(_ row: Row) -> String {
    row.value.isEmpty
      ? replacing("/" + row.name, with: "") : replacing(row.name, with: row.value.encodedAsSegment)
  }

  /// Percent-encoded as one segment of a path, but for its templates.
  var encodedAsSegment: String { encodedBetweenTemplates(PercentText.encoded) }

  fileprivate func replacing(_ text: String, with other: String, atMost count: Int) -> String {
    replacing(text, with: other, maxReplacements: count)
  }
}

extension BodyDefinition {
  fileprivate var hasMD5: Bool {
    if case .file(let file) = self { file.md5?.value == true } else { false }
  }
}

extension CodecName {
  /// The value that the engine sends as `Accept`; nil if it sends none.
  fileprivate var accept: String? {
    switch self {
    case .json: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .text: "text/plain"
    case .bytes: nil
    }
  }
}
