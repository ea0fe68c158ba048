internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a workspace of an Insomnia export: a list of resources that name their parents (version 4), or a tree (version 5).
/// Of several workspaces each becomes a folder.
struct InsomniaImport {
  private let document: JSONValue
  let version: Int
  private var api: ImportedAPI
  private var names = ImportNames()
  var texts = ImportedTexts(.insomnia, "the collection")
  private var environmentNames = ImportNames()
  /// The id that each request will have, by Insomnia's id.
  private var ids: [String: String] = [:]
  /// Values inside of lists, which are declared where a template reads them.
  private var elements: [(environment: String?, name: String, value: String)] = []
  /// Names of headers that folders send, in lower case.
  private var inherited: Set<String> = []

  init(_ document: JSONValue, version: Int) {
    self.document = document
    self.version = version
    let workspace = document["resources"]?.array?.first { $0["_type"]?.string == "workspace" }
    let title = version == 5 ? document["name"]?.string : workspace?["name"]?.string
    api = ImportedAPI(format: "Insomnia \(version)", title: title ?? "Insomnia collection")
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

  private mutating func declareElements() {
    let used = Set(texts.templates.used)
    for element in elements {
      let variable = texts.variable(element.name, element.value, of: element.environment)
      guard used.contains(variable.name.value) else { continue }
      if let index = api.environments.firstIndex(where: { $0.name == element.environment }) {
        api.environments[index].variables.append(variable)
      } else if !api.variables.contains(where: { $0.name.value == variable.name.value }) {
        api.variables.append(variable)
      }
    }
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
        let folder = path + [folders.free(name)]
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
      let name = folders.free(ImportNames.slug(workspace["name"]?.string ?? "", or: "workspace"))
      texts.templates.renamed = [:]
      for base in children[id] ?? [] where base["_type"]?.string == "environment" {
        addValues(base["data"], of: workspaces.count > 1 ? name : nil)
        for environment in children[base["_id"]?.string ?? ""] ?? [] { add(environment: environment) }
      }
      add(below: id, children, in: workspaces.count > 1 ? [name] : [])
    }
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
        let folder = path + [folders.free(name)]
        let outer = addFolder(item, folder)
        add(below: item["_id"]?.string ?? "", children, in: folder)
        texts.templates.renamed = outer
      case "request", "websocket_request": add(item, item["_id"]?.string, name, in: path)
      case "grpc_request", "socketio_request", "mcp_request": noteOther(path, name)
      default: break
      }
    }
  }
}

// Environments and folders.
extension InsomniaImport {
  /// The values of a base environment or a folder. One that another place declares with another value gets a name of its own.
  private mutating func addValues(_ data: JSONValue?, of place: String?) {
    noteElements(of: data, in: nil)
    for (key, value) in Self.flattened(data) {
      var variable = texts.variable(key, value, of: place)
      let known = api.variables.first { $0.name.value == variable.name.value }
      if let known, known.content.value == variable.content.value { continue }
      if known != nil {
        var taken = ImportNames(taken: api.variables.map(\.name.value))
        let name = ImportNames.variable(taken.free(variable.name.value))
        texts.templates.renamed[variable.name.value] = name
        api.notes.append(
          ImportNote(
            place ?? "environments", "\(Printable.quoted(key)) has another value elsewhere: here it is \(name)."))
        variable.name = Located(name)
      }
      api.variables.append(variable)
    }
  }

  /// `{ "a": ["x"] }` is `a` as a text, and `a.0` where a template reads that.
  private mutating func noteElements(of data: JSONValue?, in environment: String?, path: String = "", depth: Int = 0) {
    guard depth < 8 else { return }
    for (key, value) in data?.object ?? [:] {
      let name = path.isEmpty ? key : "\(path).\(key)"
      noteElements(of: value, in: environment, path: name, depth: depth + 1)
      for (index, item) in (value.array ?? []).prefix(100).enumerated() where item.isScalar {
        elements.append((environment, "\(name).\(index)", PostmanText.text(item) ?? ""))
      }
    }
  }

  /// `{ "a": { "b": 1 } }` is `a.b`, as templates write it.
  private static func flattened(_ data: JSONValue?, in path: String = "", depth: Int = 0) -> [(String, String)] {
    guard depth < 8 else { return [] }
    return (data?.object ?? [:]).flatMap { key, value -> [(String, String)] in
      let name = path.isEmpty ? key : "\(path).\(key)"
      if value.object != nil { return flattened(value, in: name, depth: depth + 1) }
      return [(name, value.array == nil ? PostmanText.text(value) ?? "" : JSONPrinter.compact.string(of: value))]
    }
  }

  private mutating func add(environment: JSONValue) {
    let name = environmentNames.free(ImportNames.slug(environment["name"]?.string ?? "", or: "local"))
    let isPrivate = (environment["isPrivate"] ?? environment["meta"]?["isPrivate"])?.bool == true
    let secrets = (environment["kvPairData"]?.array ?? []).filter { $0["type"]?.string == "secret" }
    let names = Set(secrets.compactMap { $0["name"]?.string })
    noteElements(of: environment["data"], in: name)
    let variables = Self.flattened(environment["data"]).map {
      texts.variable($0.0, $0.1, isSecret: isPrivate || names.contains($0.0), of: name)
    }
    api.environments.append(ImportedEnvironment(name: name, variables: variables))
  }

  /// - Returns: the names that hold again behind the folder.
  private mutating func addFolder(_ item: JSONValue, _ path: [String]) -> [String: String] {
    let outer = texts.templates.renamed
    let place = path.joined(separator: "/")
    addValues(item["environment"], of: place)
    var defaults = DefaultsDefinition()
    defaults.docs = Self.docs(of: item)
    defaults.headers = headers(item["headers"])
    defaults.headers.leaveOutDisabledHeaders(inherited: inherited, at: place, &api.notes)
    inherited.formUnion(defaults.headers.filter(\.isOn).map { $0.name.lowercased() })
    defaults.auth = auth(item["authentication"], at: place, &defaults.headers).map { Located($0) }
    noteScripts(item, place)
    if defaults != DefaultsDefinition() { api.folders.append(ImportedFolder(path: place, defaults: defaults)) }
    return outer
  }

  private static func docs(of item: JSONValue) -> Located<String>? {
    (item["description"]?.string ?? item["meta"]?["description"]?.string).flatMap { $0.isEmpty ? nil : Located($0) }
  }

  private mutating func noteScripts(_ item: JSONValue, _ place: String) {
    let scripts = [
      item["preRequestScript"], item["afterResponseScript"], item["scripts"]?["preRequest"],
      item["scripts"]?["afterResponse"],
    ].compactMap { $0?.string }.filter { !$0.trimmed.isEmpty }
    if !scripts.isEmpty { api.notes.append(ImportNote(place, "\(scripts.count.counted("script")) left out.")) }
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
    let pairs = (item["parameters"]?.array ?? []).compactMap { row -> ImportedQuery.Pair? in
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
  private mutating func headers(_ list: JSONValue?) -> [Row] {
    (list?.array ?? []).compactMap { item in
      guard let name = item["name"]?.string, !name.isEmpty else { return nil }
      let value = PostmanText.text(item["value"]) ?? ""
      if name.lowercased() == "user-agent", value.lowercased().hasPrefix("insomnia/") { return nil }
      return Row(texts.templates.text(name), texts.header(name, value), isOn: item["disabled"]?.bool != true)
    }
  }

  private mutating func auth(_ auth: JSONValue?, at place: String, _ headers: inout [Row]) -> AuthDefinition? {
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
