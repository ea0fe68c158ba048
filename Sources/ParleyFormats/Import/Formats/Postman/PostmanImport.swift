internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// Makes a workspace of a Postman collection, version 2.0 or 2.1 (schema.postman.com).
///
///     item               → folders and requests
///     variable           → values by name
///     auth               → authentication, inherited as there
///     test scripts       → captures and expectations, as far as they are the usual ones; the rest is counted
struct PostmanImport: DocumentImport {
  private let collection: JSONValue
  var api: ImportedAPI
  private var names = ImportNames()
  var texts = ImportedTexts(.postman, "the collection")
  private var servers: [String: String] = [:]
  /// Values of variables as the source has them.
  private var values: [String: [String]] = [:]
  /// Of the folder that is read, or of one around it.
  private var inheritedAuth: AuthDefinition?

  init(_ collection: JSONValue, format: String) {
    self.collection = collection
    api = ImportedAPI(format: format, title: collection["info"]?["name"]?.string ?? "Postman collection")
    api.docs = PostmanText.text(collection["info"]?["description"])
  }

  static func isOne(_ document: JSONValue) -> Bool { isCollection(document) || isEnvironment(document) }

  static func read(
    _ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]
  ) throws(ImportError) -> ImportedAPI {
    guard isCollection(document) else {
      throw .unsupported(
        format: "a Postman environment alone",
        advice: "Import its collection with --environment \(Printable.text(source.name)).")
    }
    let schema = document["info"]?["schema"]?.string ?? ""
    let format = "Postman \(schema.contains("v2.0") ? "2.0" : "2.1")"
    return PostmanImport(document, format: format).imported(environments: environments.map(\.document))
  }

  private static func isCollection(_ document: JSONValue) -> Bool {
    document["item"]?.array != nil && document["info"] != nil
  }

  private static func isEnvironment(_ document: JSONValue) -> Bool {
    document["values"]?.array != nil && document["name"] != nil
  }

  /// - Parameter environments: files that Postman exported beside it.
  func imported(environments: [JSONValue] = []) -> ImportedAPI {
    var copy = self
    copy.read(environments)
    return copy.api
  }

  private mutating func read(_ environments: [JSONValue]) {
    texts.templates.captured = Set(PostmanScript.allCaptures(in: collection).map { Variable.name(from: $0) })
    for environment in environments { add(environment: environment) }
    addVariables(of: collection)
    inheritedAuth = auth(collection["auth"])
    api.defaults.auth = inheritedAuth.map { Located($0) }
    noteScripts(of: collection, at: "collection")
    addItems(collection["item"], in: [], PostmanSettings(collection["protocolProfileBehavior"]))
    api.finish(texts)
    api.notes += PostmanKeys.unread(in: collection)
  }

  /// Of the collection, or of a folder.
  private mutating func addVariables(of item: JSONValue) {
    for variable in item["variable"]?.array ?? [] {
      guard let key = (variable["key"] ?? variable["id"])?.string, variable["disabled"]?.bool != true else { continue }
      api.variables.append(self.variable(key, variable, of: nil))
    }
  }

  private mutating func variable(_ key: String, _ source: JSONValue, of place: String?) -> Variable {
    let value = PostmanText.text(source["value"]) ?? ""
    values[key, default: []].append(value)
    return texts.variable(key, value, isSecret: source["type"]?.string == "secret", of: place)
  }

  private mutating func add(environment: JSONValue) {
    let name = ImportNames.slug(environment["name"]?.string ?? "local", or: "local")
    let isGlobal = environment["_postman_variable_scope"]?.string == "globals"
    var variables: [Variable] = []
    for value in environment["values"]?.array ?? [] {
      guard let key = value["key"]?.string, value["enabled"]?.bool != false else { continue }
      variables.append(variable(key, value, of: name))
    }
    if isGlobal {
      api.variables += variables
    } else {
      api.environments.append(ImportedEnvironment(name: name, variables: variables))
    }
  }
}

// Folders and requests.
extension PostmanImport {
  private mutating func addItems(_ items: JSONValue?, in path: [String], _ settings: PostmanSettings) {
    var folders = ImportNames()
    for item in items?.array ?? [] {
      let item = item.string.map { ["name": "", "request": .string($0)] } ?? item
      let name = item["name"]?.string ?? ""
      let settings = settings.overridden(by: item["protocolProfileBehavior"])
      if item["item"] != nil {
        addFolder(item, in: path + [folders.free(ImportNames.folder(name, or: "folder-\(path.count + 1)"))], settings)
      } else if let request = item["request"] {
        add(request, item, name, in: path, settings)
      } else {
        api.notes.append(ImportNote((path + [name]).joined(separator: "/"), "An item without a request was left out."))
      }
    }
  }

  private static let deepest = 32

  private mutating func addFolder(_ item: JSONValue, in path: [String], _ settings: PostmanSettings) {
    guard path.count < Self.deepest else {
      return api.notes.append(
        ImportNote(path.joined(separator: "/"), "The folder is nested too deep, and was left out."))
    }
    var defaults = DefaultsDefinition()
    defaults.auth = auth(item["auth"]).map { Located($0) }
    defaults.docs = PostmanText.text(item["description"]).map { Located($0) }
    let folder = path.joined(separator: "/")
    if defaults != DefaultsDefinition() { api.folders.append(ImportedFolder(path: folder, defaults: defaults)) }
    addVariables(of: item)
    noteScripts(of: item, at: folder)
    let outer = inheritedAuth
    inheritedAuth = defaults.auth?.value ?? outer
    addItems(item["item"], in: path, settings)
    inheritedAuth = outer
  }

  private mutating func add(
    _ source: JSONValue, _ item: JSONValue, _ name: String, in path: [String], _ settings: PostmanSettings
  ) {
    let source = source.string.map { ["url": .string($0)] } ?? source
    let method = source["method"]?.string?.uppercased() ?? "GET"
    let url = PostmanURL(source["url"])
    let slug =
      name.isEmpty ? ImportNames.request(at: url.address, method: method) : ImportNames.slug(name, or: "request")
    let id = names.free((path + [slug]).joined(separator: "/"))
    var request = RequestDefinition()
    request.method = method == "GET" || method.isEmpty ? nil : Located(method)
    setURL(url, of: &request, at: id)
    request.headers = headers(source["header"])
    request.headers.leaveOutDisabledHeaders(at: id, &api.notes)
    api.notes += settings.apply(to: &request, at: id)
    request.auth = auth(source["auth"]).map { Located($0) }
    if let auth = request.auth?.value ?? inheritedAuth { request.leaveOut(replacedBy: auth, at: id, &api.notes) }
    if settings.sendsBody(with: method) {
      request.body = body(source["body"], at: id, &request.headers)?.unlessEmpty
    } else if source["body"]?["mode"] != nil {
      api.notes.append(ImportNote(id, "Its body was left out: Postman sends none with \(Printable.text(method))."))
    }
    request.docs = PostmanText.text(source["description"] ?? item["description"]).map { Located($0) }
    api.notes += PostmanTransfer.apply(source, to: &request, at: id, &texts)
    let script = PostmanScript(of: item)
    script.apply(to: &request)
    if script.unknown > 0 {
      api.notes.append(ImportNote(id, "\(script.unknown.counted("line")) of its scripts could not be taken over."))
    }
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  private mutating func noteScripts(of folder: JSONValue, at place: String) {
    let script = PostmanScript(of: folder)
    guard script.unknown > 0 || !script.captures.isEmpty || script.expect != ExpectDefinition() else { return }
    api.notes.append(ImportNote(place, "Scripts of a folder were left out."))
  }

  /// A list of objects or of lines, or a text of lines.
  private mutating func headers(_ source: JSONValue?) -> [Row] {
    let list = source?.array ?? source?.string.map { $0.split(whereSeparator: \.isNewline).map { .string(String($0)) } }
    return (list ?? []).compactMap { item in
      guard let line = item.string else { return row(item) { $0.header($1, $2) } }
      let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2 else { return nil }
      return Row(parts[0], texts.header(parts[0], parts[1]), isOn: !line.hasPrefix("//"))
    }
  }

  mutating func row(
    _ item: JSONValue, _ screened: (inout ImportedTexts, String, String) -> String
  ) -> Row? {
    guard let key = item["key"]?.string else { return nil }
    let value = screened(&texts, key, PostmanText.text(item["value"]) ?? "")
    return Row(texts.templates.text(key), value, isOn: item["disabled"]?.bool != true)
  }
}

// URLs.
extension PostmanImport {
  private mutating func setURL(_ url: PostmanURL, of request: inout RequestDefinition, at id: String) {
    if url.address.isEmpty { api.notes.append(ImportNote(id, "It has no URL.")) }
    let (address, rows) = pathRows(of: url)
    request.path = rows
    let (server, path) = serverAndPath(address)
    request.url = Located(path.isEmpty ? "/" : path)
    if let server, server != api.servers.first?.name.value { request.server = Located(server) }
    ImportedQuery.set(url.query, of: &request, &texts)
    noteEncoded(url, at: id)
    if !url.fragment.isEmpty { request.url = Located(request.url.value + "#" + texts.templates.text(url.fragment)) }
  }

  /// Postman sends them as they are.
  private mutating func noteEncoded(_ url: PostmanURL, at id: String) {
    let whole = url.address + "?" + url.query.filter(\.isOn).map(\.text).joined(separator: "&")
    let marks = WrittenText.encodedCharacters(in: whole, texts.templates).filter { "{|}^`\\".contains($0) }
    if let note = WrittenText.note(ofEncoded: marks) { api.notes.append(ImportNote(id, note)) }
  }

  /// The variables of a path. A value that Postman would encode in another way stands in the path as it is.
  private mutating func pathRows(of url: PostmanURL) -> (address: String, rows: [Row]) {
    var segments = url.address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var rows: [Row] = []
    for (key, value) in url.variables {
      guard let index = segments.firstIndex(of: ":\(key)") else { continue }
      let value = PostmanText.text(value) ?? ""
      let isPlain = !key.isEmpty && key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      if isPlain, key.first?.isNumber == false, isWhole(value) {
        rows.append(Row(key, texts.value(PercentText.decoded(value, plusIsBlank: false), named: key)))
      } else {
        segments[index] = value.replacing("?", with: "%3F").replacing("#", with: "%23")
      }
    }
    return (segments.joined(separator: "/"), rows)
  }

  private func isWhole(_ value: String) -> Bool {
    !value.isEmpty
      && texts.templates.segments(of: value).allSatisfy { piece in
        if case .literal(let text) = piece { WrittenText.isExact(text) } else { true }
      }
  }

  /// A URL that begins with a template is one on the server of that name; without a scheme it is `http`, as there.
  private mutating func serverAndPath(_ address: String) -> (server: String?, path: String) {
    if address.hasPrefix("{{"), let end = address.firstRange(of: "}}") {
      let rest = address[end.upperBound...]
      let template = String(address[..<end.upperBound])
      if rest.isEmpty || rest.hasPrefix("/") { return (server(for: template), texts.url(String(rest))) }
      return (nil, (!rest.hasPrefix("://") && hasNoScheme(template) ? "http://" : "") + texts.url(address))
    }
    return (nil, texts.url(address).withScheme)
  }

  /// Whether every value of the variable is known, and has none.
  private func hasNoScheme(_ template: String) -> Bool {
    let known = values[String(template.dropFirst(2).dropLast(2)).trimmed] ?? []
    return !known.isEmpty && known.allSatisfy { !$0.contains("://") && !$0.contains("{{") && !$0.isEmpty }
  }

  private mutating func server(for template: String) -> String {
    if let known = servers[template] { return known }
    let text = texts.templates.text(template)
    let inner = String(template.dropFirst(2).dropLast(2)).trimmed
    let name = texts.templates.variableName(inner) ?? Variable.name(from: inner)
    servers[template] = name
    api.servers.append(ServerDefinition(name: Located(name), url: Located(text)))
    return name
  }
}

/// Values that Postman writes in several ways.
enum PostmanText {
  /// A text, a number or a flag, or a description's `content`.
  package static func text(_ value: JSONValue?) -> String? {
    switch value {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): number.text
    case .bool(let flag): "\(flag)"
    case .object(let object): text(object["content"])
    default: nil
    }
  }
}
