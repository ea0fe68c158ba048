internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes requests of an HTTP archive, as browsers and proxies export it (HAR 1.2), and a group that sends them in their
/// order.
///
/// The other files that a page loads (images, styles, scripts, fonts) are left out. Credentials are replaced by
/// templates.
struct HARImport {
  private let log: JSONValue
  private var api: ImportedAPI
  private var names = ImportNames()
  /// Requests that are there, by what they say.
  private var known: [[UInt8]: String] = [:]
  private var secrets: Set<ImportedSecret> = []
  /// The imported exchanges, with the requests made from them.
  private var recorded: [HARChain.Exchange] = []
  private var leftOut = 0

  init(_ document: JSONValue) {
    log = document["log"] ?? .null
    api = ImportedAPI(
      format: "HAR \(log["version"]?.string ?? "1.2")", title: log["pages"]?[0]?["title"]?.string ?? "Recording")
  }

  func imported() -> ImportedAPI {
    var copy = self
    copy.read()
    return copy.api
  }

  private mutating func read() {
    let entries = (log["entries"]?.array ?? []).sorted { Self.start($0) < Self.start($1) }
    let exchanges = entries.compactMap { entry -> HARChain.Exchange? in
      if Self.isBesideAPI(entry) { leftOut += 1 } else { return exchange(entry) }
      return nil
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
        ImportNote("log.entries", "\(leftOut.counted("request")) for images, styles, scripts and fonts left out."))
    }
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
    "image", "stylesheet", "script", "font", "media", "ping", "websocket",
  ]

  private static func isBesideAPI(_ entry: JSONValue) -> Bool {
    if let kind = entry["_resourceType"]?.string, resourcesBeside.contains(kind) { return true }
    let type = entry["response"]?["content"]?["mimeType"]?.string?.lowercased() ?? ""
    return typesBeside.contains { type.contains($0) }
  }
}

extension HARImport {
  private func exchange(_ entry: JSONValue) -> HARChain.Exchange? {
    guard let source = entry["request"], let url = source["url"]?.string, url.isWholeURL else { return nil }
    var credentials = CredentialRedactor(host: Self.host(of: url))
    let definition = Self.definition(source, url, &credentials)
    return HARChain.Exchange(entry, url: url, definition, secrets: credentials.found)
  }

  private mutating func add(_ exchange: HARChain.Exchange) {
    var exchange = exchange
    let text = try? RequestFile.text(of: exchange.definition)
    if let same = text.flatMap({ known[$0] }) {
      exchange.id = same
    } else {
      exchange.id = names.free(Self.id(of: exchange.sent.url, exchange.definition.method?.value ?? "GET"))
      if let text { known[text] = exchange.id }
      api.requests.append(ImportedRequest(id: exchange.id, definition: exchange.definition))
    }
    recorded.append(exchange)
    for secret in exchange.secrets where secrets.insert(secret).inserted { api.secrets.append(secret) }
  }

  private static func definition(
    _ source: JSONValue, _ url: String, _ credentials: inout CredentialRedactor
  ) -> RequestDefinition {
    var request = RequestDefinition()
    let method = source["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" || !method.isToken ? nil : Located(method)
    request.url = Located(TemplateEscape.escaped(String(url.prefix { $0 != "?" && $0 != "#" })))
    request.query = query(of: url).map { Row($0, credentials.screen($0, $1)) }
    request.headers = headers(source, &credentials)
    request.body = body(source["postData"], &credentials)?.unlessEmpty
    return request
  }

  private static func query(of url: String) -> [(String, String)] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return url[url.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let value = parts.count > 1 ? PercentText.decoded(parts[1], plusIsBlank: true) : ""
      return (PercentText.decoded(parts[0], plusIsBlank: true), value)
    }
  }

  /// The headers that browsers add by themselves. They say nothing about the API.
  private static let ofBrowsers: Set<String> = [
    "host", "connection", "content-length", "accept-encoding", "accept-language", "user-agent", "cookie", "origin",
    "referer", "cache-control", "pragma", "dnt", "priority", "upgrade-insecure-requests", "te", "keep-alive",
    "if-none-match", "if-modified-since", "transfer-encoding",
  ]

  private static func headers(_ source: JSONValue, _ credentials: inout CredentialRedactor) -> [Row] {
    var rows: [Row] = []
    for header in source["headers"]?.array ?? [] {
      guard let name = header["name"]?.string, let value = header["value"]?.string, name.isToken else { continue }
      let lower = name.lowercased()
      guard !ofBrowsers.contains(lower), !lower.hasPrefix("sec-"), !value.contains(where: \.isNewline) else { continue }
      rows.append(Row(name, credentials.screenHeader(name, value)))
    }
    return rows
  }

  private static func body(_ data: JSONValue?, _ credentials: inout CredentialRedactor) -> BodyDefinition? {
    guard let data else { return nil }
    let type = data["mimeType"]?.string?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded"), let fields = data["params"]?.array, !fields.isEmpty {
      return .form(
        fields.compactMap { field in
          field["name"]?.string.map { Row($0, credentials.screen($0, field["value"]?.string ?? "")) }
        })
    }
    guard let text = data["text"]?.string, !text.isEmpty else { return nil }
    if type.contains("json") { return .json(Located(credentials.screenJSON(text))) }
    return .text(Located(TemplateEscape.escaped(text)))
  }

  private static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  /// By the words of its path; numbers and identifiers among them say nothing.
  private static func id(of url: String, _ method: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let path = url[start...].prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst()
    let words = path.filter { $0.count <= 32 && $0.contains { $0.isLetter } }.suffix(3)
    let name = ImportNames.slug("\(method.lowercased()) \(words.last.map(String.init) ?? "root")", or: "request")
    let folder = words.dropLast().map { ImportNames.slug(String($0), or: "api") }
    return (folder + [name]).joined(separator: "/")
  }
}
