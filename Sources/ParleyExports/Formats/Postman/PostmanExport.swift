internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Writes requests as a Postman collection, version 2.1, with a file for each environment. Secrets have no values there.
struct PostmanExport {
  private let api: ExportedAPI
  @CopyOnWrite private var templates: ForeignTemplates
  private var notes: [ExportNote] = []

  private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

  init(_ api: ExportedAPI) {
    self.api = api
    templates = ForeignTemplates(.postman, api)
  }

  package func file() throws(ExportError) -> ExportedFile {
    var copy = self
    return try copy.written()
  }

  private mutating func written() throws(ExportError) -> ExportedFile {
    let requests = try api.checkedRequests(as: .postman)
    var info: JSONValue = ["name": .string(api.title), "schema": .string(Self.schema)]
    info["description"] = api.docs.map(JSONValue.string)
    let items = items(of: requests.map { ($0.id.split(separator: "/").map(String.init)[...], $0) }, in: "")
    let collection: JSONValue = ["info": info, "item": .array(items), "variable": .array(variables)]
    return ExportedFile(
      Self.text(collection), companions: api.workspace.environments.map(companion), notes: notes + templates.notes)
  }

  private static func text(_ value: JSONValue) -> String { JSONPrinter(indent: 2).string(of: value) + "\n" }

  // MARK: Values

  private var variables: [JSONValue] {
    var templates = templates
    return api.variables.compactMap { variable in
      guard case .text(let text, _) = variable.content.value else { return nil }
      return ["key": .string(variable.name.value), "value": .string(templates.text(text)), "type": "string"]
    }
  }

  private func companion(_ environment: WorkspaceEnvironment) -> ExportedFile.Companion {
    var templates = templates
    var values: [JSONValue] = environment.definition.vars.map { variable in
      let text: String? = if case .text(let text, _) = variable.content.value { templates.text(text) } else { nil }
      return Self.value(variable.name.value, text)
    }
    values += templates.asked.map { Self.value($0, nil) }
    let document: JSONValue = [
      "name": .string(environment.name), "values": .array(values), "_postman_variable_scope": "environment",
    ]
    return .init(name: .ending(".\(environment.name).postman_environment.json"), text: Self.text(document))
  }

  private static func value(_ name: String, _ text: String?) -> JSONValue {
    ["key": .string(name), "value": .string(text ?? ""), "type": text == nil ? "secret" : "default", "enabled": true]
  }
}

// Folders and requests.
extension PostmanExport {
  private mutating func items(of requests: [(path: ArraySlice<String>, request: ExportedRequest)], in folder: String)
    -> [JSONValue]
  {
    var items: [JSONValue] = []
    var done: Set<String> = []
    for (path, request) in requests {
      guard let name = path.first else { continue }
      guard path.count > 1 else {
        items.append(item(name, request))
        continue
      }
      guard done.insert(name).inserted else { continue }
      let inside = requests.filter { $0.path.first == name && $0.path.count > 1 }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      var item: JSONValue = ["name": .string(name)]
      item["description"] = api.docs(ofFolder: path).map(JSONValue.string)
      item["item"] = .array(self.items(of: inside.map { ($0.path.dropFirst(), $0.request) }, in: path))
      items.append(item)
    }
    return items
  }

  private mutating func item(_ name: String, _ source: ExportedRequest) -> JSONValue {
    templates.place = source.id
    var source = source
    var request: JSONValue = ["method": .string(source.method)]
    request["auth"] = PostmanAuthExport.auth(&source, &templates)
    let isOther = source.body?.impliedContentType == nil
    let type = isOther ? source.impliedType.map { [Row("Content-Type", $0)] } ?? [] : []
    request["header"] = .array(rows(source.headers.filter { !$0.takesAway } + type))
    request["url"] = url(of: source)
    request["body"] = body(of: source)
    request["description"] = source.docs.map(JSONValue.string)
    var item: JSONValue = ["name": .string(name), "request": request, "response": []]
    item["protocolProfileBehavior"] = behavior(of: source)
    var script = ResponseScript(.postman, of: source) { [templates] in templates.name(ofShared: $0) }
    let statements = script.statements()
    notes += source.notes + script.notes
    guard !statements.isEmpty else { return item }
    let lines = JSONValue.array(statements.map(JSONValue.string))
    item["event"] = [["listen": "test", "script": ["type": "text/javascript", "exec": lines]]]
    return item
  }

  /// Settings against what Postman would add by itself, or leave out.
  private func behavior(of request: ExportedRequest) -> JSONValue? {
    var behavior = JSONObject()
    let away = request.headers.filter(\.takesAway).map { ($0.name.lowercased(), JSONValue.bool(true)) }
    if !away.isEmpty { behavior["disabledSystemHeaders"] = .object(JSONObject(away)) }
    if request.body != nil, !PostmanPruning.sendsBody(with: request.method) {
      behavior["disableBodyPruning"] = true
    }
    return behavior.isEmpty ? nil : .object(behavior)
  }

  /// Postman sends what is encoded as it is.
  private mutating func item(_ pair: QueryPair) -> JSONValue {
    var item: JSONValue = ["key": .string(templates.text(pair.name))]
    item["value"] = pair.value.map { .string(templates.text($0)) } ?? .null
    if !pair.isOn { item["disabled"] = true }
    return item
  }

  private mutating func rows(_ rows: [Row]) -> [JSONValue] {
    rows.map { row in
      var item: JSONValue = ["key": .string(row.name), "value": .string(templates.text(row.value))]
      if !row.isOn { item["disabled"] = true }
      return item
    }
  }

  private mutating func url(of request: ExportedRequest) -> JSONValue {
    let address = templates.text(request.url)
    let pairs = request.writtenQuery.filter(\.isOn).map { templates.text($0.text) }
    var url: JSONValue = [
      "raw": .string(pairs.isEmpty ? address : "\(address)?\(pairs.joined(separator: "&"))")
    ]
    // Parts are what the program itself shows; a scheme is none of them.
    let behindScheme = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
    let parts = behindScheme.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let scheme = address.firstRange(of: "://") { url["protocol"] = .string(String(address[..<scheme.lowerBound])) }
    url["host"] = .array(parts.prefix(1).map(JSONValue.string))
    url["path"] = .array(parts.dropFirst().map(JSONValue.string))
    if !request.writtenQuery.isEmpty { url["query"] = .array(request.writtenQuery.map { item($0) }) }
    if !request.variables.isEmpty { url["variable"] = .array(rows(request.variables)) }
    return url
  }
}

// Bodies.
extension PostmanExport {
  private mutating func body(of request: ExportedRequest) -> JSONValue? {
    switch request.body {
    case nil: return nil
    case .json(let text)?: return raw(text.value, "json")
    case .text(let text)?: return raw(text.value, "text")
    case .form(let rows)?: return ["mode": "urlencoded", "urlencoded": .array(self.rows(rows))]
    case .multipart(let parts)?: return ["mode": "formdata", "formdata": .array(parts.map { part($0) })]
    case .file(let file)?: return ["mode": "file", "file": ["src": .string(templates.text(file.path.value))]]
    case .graphql(let query)?:
      var graphql: JSONValue = ["query": .string(templates.text(query.query.value))]
      graphql["variables"] = query.variables.map { .string(templates.text($0.value)) }
      graphql["operationName"] = query.operation.map { .string(templates.text($0.value)) }
      return ["mode": "graphql", "graphql": graphql]
    }
  }

  private mutating func raw(_ text: String, _ language: String) -> JSONValue {
    [
      "mode": "raw", "raw": .string(templates.text(text)),
      "options": ["raw": ["language": .string(language)]],
    ]
  }

  private mutating func part(_ part: PartDefinition) -> JSONValue {
    var item: JSONValue = ["key": .string(part.name)]
    switch part.content {
    case .text(let text):
      item["type"] = "text"
      item["value"] = .string(templates.text(text))
    case .file(let path):
      item["type"] = "file"
      item["src"] = .string(templates.text(path))
    }
    item["contentType"] = part.type.map { .string(templates.text($0)) }
    item["fileName"] = part.fileName.map { .string(templates.text($0)) }
    if !part.isOn { item["disabled"] = true }
    return item
  }
}
