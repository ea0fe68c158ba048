internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// Makes a workspace of an Insomnia export: a list of resources that name their parents (version 4), or a tree (version 5).
/// Of several workspaces each becomes a folder.
struct InsomniaImport: DocumentImport {
  private let document: JSONValue
  let version: Int
  var api: ImportedAPI
  private var names = ImportNames()
  var texts = ImportedTexts(.insomnia, "the collection")
  var environmentNames = ImportNames()
  /// The ids that requests will have, by those of Insomnia.
  private var ids: [String: String] = [:]
  /// Values inside of lists, which are declared where a template reads them.
  var elements: [(environment: String?, name: String, value: String)] = []
  /// The ids of the version 4 resources that were read.
  private var readIDs: Set<String> = []
  /// Names of headers that folders send, in lower case.
  var inherited: Set<String> = []

  init(_ document: JSONValue, version: Int) {
    self.document = document
    self.version = version
    let workspace = document["resources"]?.array?.first { $0["_type"]?.string == "workspace" }
    let title = version == 5 ? document["name"]?.string : workspace?["name"]?.string
    api = ImportedAPI(format: "Insomnia \(version)", title: title ?? "Insomnia collection")
  }

  static func isOne(_ document: JSONValue) -> Bool { isOldExport(document) || isTree(document) }

  static func read(_ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]) -> ImportedAPI {
    let version = isOldExport(document) ? document["__export_format"]?.int ?? 4 : 5
    return InsomniaImport(document, version: version).imported()
  }

  private static func isOldExport(_ document: JSONValue) -> Bool {
    document["_type"]?.string == "export" && document["resources"]?.array != nil
  }

  private static func isTree(_ document: JSONValue) -> Bool {
    document["type"]?.string?.hasPrefix("collection.insomnia.rest/5") == true
  }

  func imported() -> ImportedAPI {
    var copy = self
    // Twice, because a request may read the response of one that stands below it.
    copy.readAll()
    var other = self
    other.texts.templates.requests = copy.ids
    other.readAll()
    other.declareElements()
    other.api.finish(other.texts)
    other.api.notes += InsomniaKeys.unread(in: document, version: version)
    return other.api
  }

  private mutating func readAll() {
    if version == 5 { readTree() } else { readResources() }
  }
}

// Version 5.
extension InsomniaImport {
  private mutating func readTree() {
    api.docs = document["meta"]?["description"]?.string
    let environments = document["environments"]
    addValues(environments?["data"], of: nil)
    for environment in environments?["subEnvironments"]?.array ?? [] { add(environment: environment) }
    add(document["collection"]?.array ?? [], in: [])
  }

  private mutating func add(_ items: [JSONValue], in path: [String], depth: Int = 0) {
    guard depth < 32 else { return }
    var folders = ImportNames()
    for item in Self.sorted(items, by: { $0["meta"]?["sortKey"] }) {
      let name = ImportNames.slug(item["name"]?.string ?? "", or: "request")
      if let children = item["children"]?.array {
        let folder = path + [folders.free(ImportNames.folder(item["name"]?.string ?? "", or: "request"))]
        let outer = addFolder(item, folder)
        add(children, in: folder, depth: depth + 1)
        texts.templates.renamed = outer
      } else if item["meta"]?["id"]?.string?.hasPrefix("greq") == true || item["protoFileId"] != nil {
        noteOther(path, name)
      } else if item["url"] != nil {
        add(item, item["meta"]?["id"]?.string, name, in: path)
      }
    }
  }

  /// Those without a key stay where they are.
  private static func sorted(_ items: [JSONValue], by key: (JSONValue) -> JSONValue?) -> [JSONValue] {
    items.enumerated().sorted { left, right in
      let (one, other) = (key(left.element)?.double ?? 0, key(right.element)?.double ?? 0)
      return one == other ? left.offset < right.offset : one < other
    }.map(\.element)
  }

  private mutating func noteOther(_ path: [String], _ name: String) {
    api.notes.append(
      ImportNote((path + [name]).joined(separator: "/"), "Only requests of HTTP and WebSockets are imported."))
  }
}

// Version 4.
extension InsomniaImport {
  private mutating func readResources() {
    let resources = document["resources"]?.array ?? []
    var children: [String: [JSONValue]] = [:]
    for resource in resources { children[resource["parentId"]?.string ?? "", default: []].append(resource) }
    let workspaces = resources.filter { $0["_type"]?.string == "workspace" }
    var folders = ImportNames()
    for workspace in workspaces {
      guard let id = workspace["_id"]?.string else { continue }
      let name = folders.free(ImportNames.folder(workspace["name"]?.string ?? "", or: "workspace"))
      texts.templates.renamed = [:]
      for base in children[id] ?? [] where base["_type"]?.string == "environment" {
        addValues(base["data"], of: workspaces.count > 1 ? name : nil)
        for environment in children[base["_id"]?.string ?? ""] ?? [] { add(environment: environment) }
      }
      add(below: id, children, in: workspaces.count > 1 ? [name] : [])
    }
    texts.templates.renamed = [:]
    addOthers(resources, children, known: Set(workspaces.compactMap { $0["_id"]?.string }))
  }

  /// Reads the resources below no workspace of the file: an export of a folder, Insomnia's own placeholders for ids, or folders in a circle.
  private mutating func addOthers(_ resources: [JSONValue], _ children: [String: [JSONValue]], known: Set<String>) {
    let ids = Set(resources.compactMap { $0["_id"]?.string })
    for parent in resources.map({ $0["parentId"]?.string ?? "" }).withoutRepeats
    where !ids.contains(parent) && !known.contains(parent) {
      for base in children[parent] ?? [] where base["_type"]?.string == "environment" {
        addValues(base["data"], of: nil)
        for environment in children[base["_id"]?.string ?? ""] ?? [] { add(environment: environment) }
      }
      add(below: parent, children, in: [])
    }
    for item in resources where isUnread(item) {
      let name = Printable.quoted(item["name"]?.string ?? "")
      api.notes.append(ImportNote("resources", "\(name) stands in no folder of the export: it was put at the top."))
      add(item, item["_id"]?.string, ImportNames.slug(item["name"]?.string ?? "", or: "request"), in: [])
    }
  }

  private func isUnread(_ item: JSONValue) -> Bool {
    guard ["request", "websocket_request"].contains(item["_type"]?.string), let id = item["_id"]?.string else {
      return false
    }
    return !readIDs.contains(id)
  }

  private mutating func add(
    below parent: String, _ children: [String: [JSONValue]], in path: [String]
  ) {
    // One that is its own parent, however far away, would never end.
    guard path.count < 32 else { return }
    var folders = ImportNames()
    for item in Self.sorted(children[parent] ?? [], by: { $0["metaSortKey"] }) {
      let name = ImportNames.slug(item["name"]?.string ?? "", or: "request")
      switch item["_type"]?.string {
      case "request_group":
        let folder = path + [folders.free(ImportNames.folder(item["name"]?.string ?? "", or: "request"))]
        let outer = addFolder(item, folder)
        add(below: item["_id"]?.string ?? "", children, in: folder)
        texts.templates.renamed = outer
      case "request", "websocket_request":
        if let id = item["_id"]?.string { readIDs.insert(id) }
        add(item, item["_id"]?.string, name, in: path)
      case "grpc_request", "socketio_request", "mcp_request": noteOther(path, name)
      default: break
      }
    }
  }
}

// Requests.
extension InsomniaImport {
  private mutating func add(_ item: JSONValue, _ source: String?, _ name: String, in path: [String]) {
    let id = names.free((path + [name]).joined(separator: "/"))
    if let source { ids[source] = id }
    var request = RequestDefinition()
    let method = item["method"]?.string?.uppercased() ?? "GET"
    request.method = method == "GET" || method.isEmpty ? nil : Located(method)
    setURL(item, of: &request)
    request.headers = headers(item["headers"])
    request.headers.leaveOutDisabledHeaders(inherited: inherited, at: id, &api.notes)
    request.auth = auth(item["authentication"], at: id, &request.headers).map { Located($0) }
    request.body = body(item["body"], &request.headers, at: id)?.unlessEmpty
    request.docs = Self.docs(of: item)
    apply(item, to: &request, at: id)
    noteScripts(item, id)
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  /// Without a scheme it is `http`, as there.
  private mutating func setURL(_ item: JSONValue, of request: inout RequestDefinition) {
    let url = item["url"]?.string ?? ""
    var segments = url.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    for entry in item["pathParameters"]?.array ?? [] {
      guard let key = entry["name"]?.string, entry["disabled"]?.bool != true,
        let index = segments.firstIndex(where: { $0.prefix { $0 != "?" && $0 != "#" } == ":\(key)" })
      else { continue }
      let value = PostmanText.text(entry["value"]) ?? ""
      if key.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil, !value.isEmpty {
        request.path.append(Row(key, texts.value(value, named: key)))
      } else {
        segments[index] = WrittenText.completed(value) + segments[index].dropFirst(key.count + 1)
      }
    }
    let rebuilds = item["settingRebuildPath"]?.bool ?? item["settings"]?["rebuildPath"]?.bool ?? true
    let whole = segments.joined(separator: "/")
    let text = texts.url(rebuilds ? DotSegments.removed(from: whole) : whole)
    request.url = Located(text.isEmpty ? "/" : text.withScheme)
    let encodes = item["settingEncodeUrl"]?.bool ?? item["settings"]?["encodeUrl"]?.bool ?? true
    let pairs = (item["parameters"]?.array ?? []).compactMap { row -> QueryPair? in
      guard let name = row["name"]?.string, !name.isEmpty else { return nil }
      let value = PostmanText.text(row["value"]) ?? ""
      return .init(
        name: encodes ? written(name) : name, value: encodes ? written(value) : value,
        isOn: row["disabled"]?.bool != true)
    }
    if !pairs.isEmpty { ImportedQuery.set(pairs, of: &request, &texts) }
  }

  /// As Insomnia encodes it: what is encoded already stays.
  private func written(_ text: String) -> String {
    texts.templates.segments(of: text).map { piece in
      switch piece {
      case .literal(let text): WrittenText.completed(text)
      case .template(let whole, _): whole
      }
    }.joined()
  }

  /// The agent that Insomnia writes into every request says nothing.
  mutating func headers(_ list: JSONValue?) -> [Row] {
    (list?.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, !name.isEmpty else { return nil }
      let value = PostmanText.text(item["value"]) ?? ""
      if name.lowercased() == "user-agent", value.lowercased().hasPrefix("insomnia/") { return nil }
      return Row(texts.templates.text(name), texts.header(name, value), isOn: item["disabled"]?.bool != true)
    }
  }

  mutating func auth(_ auth: JSONValue?, at place: String, _ headers: inout [Row]) -> AuthDefinition? {
    guard let auth else { return nil }
    var reader = InsomniaAuth(auth, texts)
    let definition = reader.definition()
    texts = reader.texts
    if let note = reader.note { api.notes.append(ImportNote(place, note)) }
    if let cookie = reader.cookie {
      if let index = headers.firstIndex(where: { $0.name.lowercased() == "cookie" && $0.isOn }) {
        headers[index].value += "; \(cookie.value)"
      } else {
        headers.append(cookie)
      }
    }
    return definition
  }

  private mutating func apply(_ item: JSONValue, to request: inout RequestDefinition, at id: String) {
    let settings = item["settings"]
    let redirects = item["settingFollowRedirects"]?.string ?? settings?["followRedirects"]?.string
    if redirects == "off" { request.options.redirects = Located(0) }
    let sends = item["settingSendCookies"]?.bool ?? settings?["cookies"]?["send"]?.bool ?? true
    let stores = item["settingStoreCookies"]?.bool ?? settings?["cookies"]?["store"]?.bool ?? true
    if !sends || !stores {
      request.options.cookies = Located(false)
      if sends != stores {
        api.notes.append(ImportNote(id, "It neither sends nor stores cookies: Parley has one setting for both."))
      }
    }
    if (item["settingDisableRenderRequestBody"]?.bool ?? settings?["renderRequestBody"]?.bool.map { !$0 }) == true {
      api.notes.append(ImportNote(id, "Templates in its body are filled in, though Insomnia leaves them as they are."))
    }
  }
}
