internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// Makes a workspace of a Bruno collection: a folder with `bruno.json` and `.bru` files, or with `opencollection.yml`
/// and `.yml` files; and `environments/`.
struct BrunoImport {
  var api: ImportedAPI
  private var names = ImportNames()
  var texts = ImportedTexts(.bruno, "the collection")
  /// By their paths in the collection, sorted.
  private let items: [(path: String, item: BrunoItem)]
  private let environments: [(name: String, variables: [BrunoEnvironment.Value])]
  private let settings: JSONValue
  private let unread: [ImportNote]
  /// Names of headers that folders or the collection send, in lower case.
  private let inherited: Set<String>

  /// - Parameters:
  ///   - files: the collection's files by their paths.
  ///   - settings: `bruno.json`, or `opencollection.yml`.
  init(_ files: [String: BrunoSource], settings: JSONValue, title: String) {
    let sorted = files.sorted { $0.key < $1.key }
    items = sorted.filter { !$0.key.hasPrefix("environments/") }.map { ($0.key, $0.value.item) }
    environments = BrunoEnvironment.all(in: sorted, settings)
    self.settings = settings
    inherited = Set(
      items.filter { !$0.item.isRequest }.flatMap(\.item.headers).filter(\.isOn).map { $0.name.lowercased() })
    unread = sorted.flatMap { $0.value.unread(at: $0.key) }
    api = ImportedAPI(format: "Bruno", title: title)
  }

  func imported() -> ImportedAPI {
    var copy = self
    copy.read()
    return copy.api
  }

  private mutating func read() {
    texts.templates.captured = Set(
      items.flatMap(\.item.captures).filter { BrunoAssertion.path($0.value) != nil }
        .map { Variable.name(from: $0.name) })
    for environment in environments { add(environment.name, environment.variables) }
    for (path, item) in items where !item.isRequest {
      addFolder(path.split(separator: "/").dropLast().map(String.init), item)
    }
    for (path, item) in items.filter(\.item.isRequest).sorted(by: Self.precedes) { add(item, path) }
    for (path, item) in items where !item.isRequest && Self.isOther(item) {
      let folder = path.contains("/") ? path.parentPath + "/" : ""
      let place = item.name.map { folder + $0 } ?? path
      api.notes.append(ImportNote(place, "A request of the kind \(Printable.quoted(item.kind)) was left out."))
    }
    addSettings()
    api.notes += unread
    api.finish(texts)
  }

  private static func isOther(_ item: BrunoItem) -> Bool {
    !["http", "graphql", "folder", "collection"].contains(item.kind)
  }

  /// As Bruno lists them.
  private static func precedes(_ left: (path: String, item: BrunoItem), _ right: (path: String, item: BrunoItem))
    -> Bool
  {
    let (one, other) = (left.path.parentPath, right.path.parentPath)
    return one == other ? left.item.sequence < right.item.sequence : one < other
  }
}

// What is shared.
extension BrunoImport {
  private mutating func add(_ name: String, _ values: [BrunoEnvironment.Value]) {
    let slug = ImportNames.slug(name, or: "local")
    let variables = values.map { texts.variable($0.name, $0.value, isSecret: $0.isSecret, of: slug) }
    api.environments.append(ImportedEnvironment(name: slug, variables: variables))
  }

  private mutating func addFolder(_ parts: [String], _ item: BrunoItem) {
    guard !Self.isOther(item) else { return }
    let place = parts.isEmpty ? "collection" : parts.joined(separator: "/")
    var defaults = DefaultsDefinition()
    defaults.auth = auth(item, at: place).map { Located($0) }
    defaults.headers = rows(item.headers, at: place)
    defaults.docs = item.docs.map { Located($0) }
    addVariables(item.variables)
    noteLeftOut(item, at: place)
    for capture in item.captures where capture.isOn {
      api.notes.append(
        ImportNote(place, "\(Printable.quoted(capture.name)) is set after every response here, and was left out."))
    }
    guard parts.isEmpty else {
      if defaults != DefaultsDefinition() {
        api.folders.append(ImportedFolder(path: ImportNames.path(parts, or: "folder"), defaults: defaults))
      }
      return
    }
    api.docs = item.docs
    defaults.docs = nil
    // The values of a collection's variables are known before anything uses them.
    api.defaults.headers = defaults.headers
    api.defaults.auth = defaults.auth
  }

  private mutating func addVariables(_ entries: [BrunoItem.Entry]) {
    for entry in entries where entry.isOn {
      let name = entry.name.hasPrefix("@") ? String(entry.name.dropFirst()) : entry.name
      api.variables.append(texts.variable(name, entry.value))
    }
  }

  /// The proxy and the certificates of the collection.
  private mutating func addSettings() {
    let said = settings["proxy"] ?? settings["config"]?["proxy"]
    let isOn = said?["enabled"]?.bool != false && said?["disabled"]?.bool != true && said?["inherit"]?.bool != true
    let proxy = said?["config"] ?? said
    if isOn, let host = proxy?["hostname"]?.string, !host.isEmpty {
      let scheme = proxy?["protocol"]?.string.flatMap { $0.isEmpty ? nil : $0 } ?? "http"
      let port = BrunoItem.text(proxy?["port"])
      let user = proxy?["auth"]?["username"]?.string ?? ""
      let password = user.isEmpty ? "" : texts.secret(proxy?["auth"]?["password"]?.string, as: "password of the proxy")
      let credentials = user.isEmpty ? "" : "\(texts.text(user)):\(password)@"
      api.defaults.options.proxy = Located(
        "\(scheme)://\(credentials)\(texts.templates.text(host))\(port.isEmpty ? "" : ":\(port)")")
    }
    for key in ["clientCertificates", "protobuf"] {
      let value = settings[key] ?? settings["config"]?[key]
      let isSaid = [value?["certs"]?.array, value?["protoFiles"]?.array, value?.array].contains { $0?.isEmpty == false }
      if isSaid { api.notes.append(ImportNote("collection", "Left out: \(key).")) }
    }
  }

  private mutating func noteLeftOut(_ item: BrunoItem, at place: String) {
    guard !item.leftOut.isEmpty else { return }
    api.notes.append(ImportNote(place, "Left out: \(item.leftOut.map { Printable.text($0) }.joined(separator: ", "))."))
  }
}

// Requests.
extension BrunoImport {
  private mutating func add(_ item: BrunoItem, _ path: String) {
    let folder = path.contains("/") ? path.parentPath.split(separator: "/").map(String.init) : []
    let file = String(path.lastPathPart.prefix { $0 != "." })
    let name = ImportNames.slug(item.name ?? file, or: "request")
    let id = names.free((folder.map { ImportNames.folder($0, or: "folder") } + [name]).joined(separator: "/"))
    var request = RequestDefinition()
    let method = item.method.uppercased()
    request.method = method == "GET" || method.isEmpty ? nil : Located(method)
    setURL(item, of: &request)
    request.headers = rows(item.headers, at: id)
    request.auth = auth(item, at: id).map { Located($0) }
    request.body = body(item.body, &request.headers, at: id)?.unlessEmpty
    request.messages = item.messages.map { MessageDefinition(send: Located(texts.body($0))) }
    request.docs = item.docs.map { Located($0) }
    addVariables(item.variables)
    addCaptures(item, to: &request, at: id)
    for assertion in item.assertions where assertion.isOn && !BrunoAssertion.apply(assertion, to: &request.expect) {
      let text = "\(assertion.expression): \(assertion.check)"
      api.notes.append(ImportNote(id, "The assertion \(Printable.quoted(text)) was left out."))
    }
    apply(item.settings, to: &request, at: id)
    noteLeftOut(item, at: id)
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  /// The query in the URL is sent; the rows repeat it, and know what is switched off.
  private mutating func setURL(_ item: BrunoItem, of request: inout RequestDefinition) {
    let address = String(item.url.prefix { $0 != "?" && $0 != "#" })
    request.path = []
    var segments = address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for entry in item.path {
      guard let index = segments.firstIndex(of: ":\(entry.name)") else { continue }
      if Self.isExact(entry.value, texts), Self.isVariable(entry.name) {
        request.path.append(
          Row(entry.name, texts.value(PercentText.decoded(entry.value, plusIsBlank: false), named: entry.name)))
      } else {
        segments[index] = entry.value
      }
    }
    let text = texts.url(DotSegments.removed(from: segments.joined(separator: "/")))
    request.url = Located(text.isEmpty ? "/" : text.withScheme)
    let query = item.url.urlQuery
    let on = query.map { QueryPair.all(of: $0) } ?? Self.pairs(item.query.filter(\.isOn))
    let encodes = item.settings["encodeUrl"] == "true"
    let all = on.map { encodes ? $0.encoded : $0 } + Self.pairs(item.query.filter { !$0.isOn })
    if !all.isEmpty { ImportedQuery.set(all, of: &request, &texts) }
  }

  private static func pairs(_ entries: [BrunoItem.Entry]) -> [QueryPair] {
    entries.map {
      .init(name: $0.name, value: $0.value.replacing("&", with: "%26").replacing("#", with: "%23"), isOn: $0.isOn)
    }
  }

  private static func isExact(_ value: String, _ texts: ImportedTexts) -> Bool {
    !value.isEmpty
      && texts.templates.segments(of: value).allSatisfy {
        if case .literal(let text) = $0 { WrittenText.isExact(text) } else { true }
      }
  }

  private static func isVariable(_ name: String) -> Bool {
    name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil
  }

  private mutating func rows(_ entries: [BrunoItem.Entry], at place: String) -> [Row] {
    var rows = entries.map { Row(texts.templates.text($0.name), texts.header($0.name, $0.value), isOn: $0.isOn) }
    rows.leaveOutDisabledHeaders(inherited: inherited, at: place, &api.notes)
    return rows
  }

  private mutating func auth(_ item: BrunoItem, at place: String) -> AuthDefinition? {
    var reader = BrunoAuth(item.auth, texts)
    let definition = reader.definition()
    texts = reader.texts
    if let note = reader.note { api.notes.append(ImportNote(place, note)) }
    return definition
  }

  private mutating func apply(_ settings: [String: String], to request: inout RequestDefinition, at id: String) {
    for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "encodeUrl": break
      case "followRedirects": if value == "false" { request.options.redirects = Located(0) }
      case "maxRedirects":
        if settings["followRedirects"] != "false" {
          request.options.redirects = Int(value).map { Located(min(100, max(0, $0))) }
        }
      case "timeout":
        if let milliseconds = Int(value), (1..<100_000_000).contains(milliseconds) {
          request.options.timeout = Located(.milliseconds(milliseconds))
        }
      case "keepAliveInterval": break
      case "forwardAuthorizationHeader": noteForwarding(value)
      default: api.notes.append(ImportNote(id, "The setting \(Printable.quoted(key)) was left out."))
      }
    }
  }
}

extension BrunoImport {
  /// Bruno's standard, so it is said once.
  private mutating func noteForwarding(_ value: String) {
    let note = ImportNote(
      "redirects", "Bruno sends credentials to the host of a redirect, too; Parley only to that of the URL.")
    if value == "true", !api.notes.contains(note) { api.notes.append(note) }
  }
}

extension QueryPair {
  /// With everything encoded that is not yet, but for templates.
  fileprivate var encoded: QueryPair {
    let value = value.map { text in
      ImportedTemplates(.bruno).segments(of: text).map { piece in
        switch piece {
        case .literal(let text): WrittenText.completed(text)
        case .template(let whole, _): whole
        }
      }.joined()
    }
    return .init(name: name, value: value, isOn: isOn)
  }
}
