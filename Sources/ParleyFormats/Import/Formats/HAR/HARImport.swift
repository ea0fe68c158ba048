internal import FoundationEssentials
internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// Makes requests of an HTTP archive, as browsers and proxies export it (HAR 1.2), and a group that sends them in their
/// order.
///
/// The other files that a page loads (images, styles, scripts, fonts) are left out. Credentials are replaced by
/// templates.
struct HARImport: DocumentImport {
  private let log: JSONValue
  private var api: ImportedAPI
  private var names = ImportNames()
  /// Requests that are there, by what they say.
  private var known: [[UInt8]: String] = [:]
  private var secrets: Set<ImportedSecret> = []
  /// The imported exchanges, with the requests made from them.
  private var recorded: [HARChain.Exchange] = []
  private var leftOut = 0
  /// Shared by all entries, so that two credentials never have one name.
  private var texts = ImportedTexts(.shell, "")
  /// Credentials that responses gave. No request is called after one.
  private var given: Set<String> = []
  private var droppedHeaders: [String] = []

  init(_ document: JSONValue) {
    log = document["log"] ?? .null
    api = ImportedAPI(
      format: "HAR \(log["version"]?.string ?? "1.2")", title: log["pages"]?[0]?["title"]?.string ?? "Recording")
  }

  static func isOne(_ document: JSONValue) -> Bool { document["log"]?["entries"]?.array != nil }

  static func read(_ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]) -> ImportedAPI {
    HARImport(document).imported()
  }

  func imported() -> ImportedAPI {
    var copy = self
    copy.read()
    return copy.api
  }

  private mutating func read() {
    let entries = (log["entries"]?.array ?? []).sorted { Self.start($0) < Self.start($1) }
    var exchanges: [HARChain.Exchange] = []
    for entry in entries {
      if Self.isBesideAPI(entry) {
        leftOut += 1
      } else if let exchange = exchange(entry) {
        exchanges.append(exchange)
      }
    }
    let linked = exchanges.prefix(Self.mostSteps)
    for exchange in HARChain.withVariables(Array(linked)) + exchanges.dropFirst(linked.count) { add(exchange) }
    if exchanges.count > linked.count {
      api.notes.append(
        ImportNote(
          "log.entries",
          "The group has the first \(Self.mostSteps.grouped) requests; the others are requests without it."))
    }
    if leftOut > 0 {
      api.notes.append(
        ImportNote("log.entries", "\(leftOut.counted("request")) for images, styles, scripts and the like left out."))
    }
    if !droppedHeaders.isEmpty {
      api.notes.append(
        ImportNote(
          "headers",
          "Headers that the browser adds by itself were left out: \(droppedHeaders.sorted().joined(separator: ", "))."))
    }
    api.notes += HARKeys.unread(in: log)
    guard recorded.count > 1 else { return }
    let chain = HARChain(Array(recorded.prefix(Self.mostSteps)))
    api.groups = [ImportedGroup(id: "recording", definition: chain.group)]
    if chain.linkCount > 0 {
      api.notes.append(
        ImportNote(
          "groups/recording",
          "\(chain.linkCount.counted("value")) that responses gave and later requests carried became links."))
    }
  }

  /// A longer chain is no group that anybody looks through.
  private static let mostSteps = 1_000

  private static func start(_ entry: JSONValue) -> String { entry["startedDateTime"]?.string ?? "" }

  static let typesBeside = ["image/", "font/", "text/css", "javascript", "audio/", "video/", "wasm"]
  private static let resourcesBeside: Set<String> = [
    "image", "stylesheet", "script", "font", "media", "ping", "preflight", "websocket",
  ]

  private static func isBesideAPI(_ entry: JSONValue) -> Bool {
    if let kind = entry["_resourceType"]?.string, resourcesBeside.contains(kind) { return true }
    let type = entry["response"]?["content"]?["mimeType"]?.string?.lowercased() ?? ""
    return typesBeside.contains { type.contains($0) }
  }
}

extension HARImport {
  private mutating func exchange(_ entry: JSONValue) -> HARChain.Exchange? {
    guard entry["request"]?.object != nil else {
      api.notes.append(ImportNote("log.entries", "An entry without a request was left out."))
      return nil
    }
    guard let source = entry["request"], let url = source["url"]?.string, Self.isHTTP(url) else {
      let url = String((entry["request"]?["url"]?.string ?? "").prefix(80))
      api.notes.append(
        ImportNote("log.entries", "The request to \(Printable.quoted(url)) was left out: only HTTP is imported."))
      return nil
    }
    texts.host = Self.host(of: url)
    let before = texts.found.count
    let definition = definition(source, url)
    let exchange = HARChain.Exchange(entry, url: url, definition, secrets: Array(texts.found[before...]))
    let given = exchange.givenCredentials
    texts.learn(given)
    self.given.formUnion(given)
    return exchange
  }

  private static func isHTTP(_ url: String) -> Bool {
    ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
  }

  private mutating func add(_ exchange: HARChain.Exchange) {
    var exchange = exchange
    let text = try? RequestFile.text(of: exchange.definition)
    if let same = text.flatMap({ known[$0] }) {
      exchange.id = same
    } else {
      exchange.id = names.free(id(of: exchange.sent.url, exchange.definition.method?.value ?? "GET"))
      if let text { known[text] = exchange.id }
      api.requests.append(ImportedRequest(id: exchange.id, definition: exchange.definition))
    }
    recorded.append(exchange)
    for secret in exchange.secrets where secrets.insert(secret).inserted { api.secrets.append(secret) }
  }

  private mutating func definition(_ source: JSONValue, _ url: String) -> RequestDefinition {
    var request = RequestDefinition()
    let method = source["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" ? nil : Located(method)
    request.url = Located(texts.url(String(url.prefix { $0 != "?" && $0 != "#" })))
    if let query = url.urlQuery {
      ImportedQuery.set(QueryPair.all(of: query), of: &request, &texts)
    }
    request.headers = headers(source)
    request.body = body(source["postData"], &request.headers)?.unlessEmpty
    return request
  }

  /// The headers that browsers add by themselves. They say nothing about the API.
  private static let ofBrowsers: Set<String> = [
    "host", "connection", "content-length", "accept-encoding", "accept-language", "user-agent", "cookie", "origin",
    "referer", "cache-control", "pragma", "dnt", "priority", "upgrade-insecure-requests", "te", "keep-alive",
    "if-none-match", "if-modified-since", "transfer-encoding",
  ]

  private mutating func headers(_ source: JSONValue) -> [Row] {
    var rows: [Row] = []
    for header in source["headers"]?.array ?? [] {
      guard let name = header["name"]?.string, let value = header["value"]?.string else { continue }
      // HTTP/2 has the parts of the request line among its headers.
      if name.hasPrefix(":") { continue }
      let lower = name.lowercased()
      guard !Self.ofBrowsers.contains(lower), !lower.hasPrefix("sec-") else {
        if !Self.ofTransfer.contains(lower), !droppedHeaders.contains(lower) { droppedHeaders.append(lower) }
        continue
      }
      rows.append(Row(name, texts.header(name, value)))
    }
    return rows
  }

  /// Those that belong to a connection, and not to a request.
  private static let ofTransfer: Set<String> = [
    "host", "connection", "content-length", "accept-encoding", "te", "keep-alive", "transfer-encoding",
  ]

  private mutating func body(_ data: JSONValue?, _ headers: inout [Row]) -> BodyDefinition? {
    guard let data else { return nil }
    let type = data["mimeType"]?.string ?? ""
    let name = MediaTypeName(headers.contentType ?? type)
    guard let written = data["text"]?.string, !written.isEmpty else {
      return body(of: data["params"]?.array ?? [], name)
    }
    guard let text = Self.decoded(written, data["encoding"]?.string) else {
      api.notes.append(ImportNote("log.entries", "A body that is no text was left out."))
      return nil
    }
    if !type.isEmpty { headers.setContentType(type) }
    if name.isForm, let pairs = ImportedForm.pairs(of: text) {
      if headers.contentType == ImportedForm.type { headers.removeContentType() }
      return .form(pairs.map { Row($0.name, texts.value($0.value, named: $0.name)) })
    }
    if name.isJSON {
      if headers.contentType == "application/json" { headers.removeContentType() }
      return .json(Located(texts.json(text)))
    }
    if headers.contentType == nil { headers.append(Row("Content-Type", "", isOn: false)) }
    return .text(Located(texts.body(text)))
  }

  /// Nil for bytes that are no text.
  private static func decoded(_ text: String, _ encoding: String?) -> String? {
    guard encoding == "base64" else { return text }
    return Data(base64Encoded: text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Of a recording that has the fields, and not the text.
  private mutating func body(of fields: [JSONValue], _ type: MediaTypeName) -> BodyDefinition? {
    let values = fields.compactMap { field in field["name"]?.string.map { ($0, field) } }
    if type.isMultipart {
      return .multipart(
        values.map { name, field in
          let type = field["contentType"]?.string
          if let file = field["fileName"]?.string {
            return PartDefinition(name, .file("choose-a-file"), type: type, fileName: file, isOn: false)
          }
          return PartDefinition(name, .text(texts.value(field["value"]?.string ?? "", named: name)), type: type)
        })
    }
    return .form(values.map { Row($0.0, texts.value($0.1["value"]?.string ?? "", named: $0.0)) })
  }

  private static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  /// By the words of its path; numbers and identifiers among them say nothing.
  private func id(of url: String, _ method: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let path = url[start...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst()
    let words = path.filter { part in
      part.count <= 32 && part.contains { $0.isLetter } && !given.contains(String(part))
    }.suffix(3)
    let name = ImportNames.slug("\(method.lowercased()) \(words.last.map(String.init) ?? "root")", or: "request")
    let folder = words.dropLast().map { ImportNames.folder(String($0), or: "api") }
    return (folder + [name]).joined(separator: "/")
  }
}
