internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a workspace of a Bruno collection: a folder with `bruno.json`, a `.bru` file for each request, and `environments/`.
struct BrunoImport {
  private var api: ImportedAPI
  var names = ImportNames()
  private var templates = ImportedTemplates()
  private var credentials = CredentialRedactor(host: "the collection")
  /// By their paths in the collection, sorted.
  private let files: [(path: String, file: BrunoFile)]

  private static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "connect"]

  /// - Parameter files: texts of the `.bru` files by their paths in the collection.
  init(_ files: [String: String], title: String) {
    self.files = files.sorted { $0.key < $1.key }.map { ($0.key, BrunoFile($0.value)) }
    api = ImportedAPI(format: "Bruno", title: title)
  }

  func imported() -> ImportedAPI {
    var copy = self
    copy.read()
    return copy.api
  }

  private mutating func read() {
    templates.captured = Set(
      files.flatMap { $0.file.entries("vars:post-response") }.filter { Self.path($0.value) != nil }
        .map { ImportNames.variable($0.name) })
    for (path, file) in files {
      let parts = path.split(separator: "/").map(String.init)
      if parts.first == "environments", parts.count == 2 {
        addEnvironment(parts[1], file)
      } else if parts.last == "collection.bru" || parts.last == "folder.bru" {
        addFolder(parts.dropLast(), file)
      }
    }
    for (path, file) in files.filter({ !$0.path.hasPrefix("environments/") }).sorted(by: Self.precedes) {
      add(file, path)
    }
    api.declare(templates)
    api.secrets = credentials.found
  }

  /// As Bruno lists them.
  private static func precedes(_ left: (path: String, file: BrunoFile), _ right: (path: String, file: BrunoFile))
    -> Bool
  {
    let (one, other) = (left.path.parentPath, right.path.parentPath)
    guard one == other else { return one < other }
    return sequence(left.file) < sequence(right.file)
  }

  private static func sequence(_ file: BrunoFile) -> Int { file.value("meta", "seq").flatMap { Int($0) } ?? .max }
}

extension BrunoImport {
  private mutating func addEnvironment(_ name: String, _ file: BrunoFile) {
    let plain = file.entries("vars").filter(\.isOn).map {
      Variable.text(ImportNames.variable($0.name), templates.text($0.value))
    }
    let secret = file.entries("vars:secret").map { Variable.asked(ImportNames.variable($0.name)) }
    let slug = ImportNames.slug(String(name.dropLast(".bru".count)), or: "local")
    api.environments.append(ImportedEnvironment(name: slug, variables: plain + secret))
  }

  private mutating func addFolder(_ parts: ArraySlice<String>, _ file: BrunoFile) {
    var defaults = DefaultsDefinition()
    defaults.auth = auth(file, file.value("auth", "mode") ?? "inherit", parts.joined(separator: "/")).map {
      Located($0)
    }
    defaults.headers = rows(file.entries("headers")).filter { $0.name.isToken }
    defaults.docs = file.text("docs").map { Located($0) }
    guard parts.isEmpty else {
      if defaults != DefaultsDefinition() {
        api.folders.append(ImportedFolder(path: ImportNames.path(Array(parts), or: "folder"), defaults: defaults))
      }
      return
    }
    api.docs = file.text("docs")
    defaults.docs = nil
    api.defaults = defaults
    for entry in file.entries("vars:pre-request") where entry.isOn {
      api.variables.append(.text(ImportNames.variable(entry.name), templates.text(entry.value)))
    }
  }

  private mutating func add(_ file: BrunoFile, _ path: String) {
    guard let method = Self.methods.first(where: { file.names.contains($0) }) else { return }
    let folder = path.contains("/") ? path.parentPath.split(separator: "/").map(String.init) : []
    let name = ImportNames.slug(file.value("meta", "name") ?? String(path.lastPathPart.dropLast(4)), or: "request")
    let parts = folder.map { ImportNames.slug($0, or: "folder") } + [name]
    let id = names.free(parts.joined(separator: "/"))
    var request = RequestDefinition()
    request.method = method == "get" ? nil : Located(method.uppercased())
    let url = file.value(method, "url") ?? ""
    request.url = Located(Self.address(templates.text(String(url.prefix { $0 != "?" }))))
    request.query = rows(file.entries("params:query") + file.entries("query"))
    request.path = rows(file.entries("params:path"))
    request.headers = rows(file.entries("headers")).filter { $0.name.isToken }
    request.auth = auth(file, file.value(method, "auth") ?? "none", id).map { Located($0) }
    request.body = body(file, file.value(method, "body") ?? "none")?.unlessEmpty
    request.docs = file.text("docs").map { Located($0) }
    addCaptures(file, to: &request)
    addAssertions(file, to: &request)
    noteScripts(file, id)
    api.requests.append(ImportedRequest(id: id, definition: request))
  }

  private static func address(_ text: String) -> String {
    text.isEmpty ? "/" : text.withScheme
  }

  private mutating func rows(_ entries: [BrunoFile.Entry]) -> [Row] {
    entries.map { entry in
      let value =
        entry.value.contains("{{") ? templates.text(entry.value) : credentials.screenHeader(entry.name, entry.value)
      return Row(entry.name, value, isOn: entry.isOn)
    }
  }

  private func noteless(_ block: String) -> Bool { block.hasPrefix("script:") || block == "tests" }

  private mutating func noteScripts(_ file: BrunoFile, _ id: String) {
    let scripts = file.names.filter(noteless)
    guard !scripts.isEmpty else { return }
    api.notes.append(ImportNote(id, "Left out: \(scripts.joined(separator: ", "))."))
  }
}

// Authentication, bodies, captures and assertions.
extension BrunoImport {
  private mutating func auth(_ file: BrunoFile, _ mode: String, _ place: String) -> AuthDefinition? {
    let block = "auth:\(mode)"
    switch mode {
    case "inherit": return nil
    case "none": return .anonymous
    case "basic", "digest":
      let user = UserDefinition(
        user: Located(templates.text(file.value(block, "username") ?? "")),
        password: Located(secret(file.value(block, "password"), as: "password")))
      return mode == "basic" ? .basic(user) : .digest(user)
    case "bearer": return .bearer(Located(secret(file.value(block, "token"), as: "token")))
    case "apikey":
      let name = file.value(block, "key") ?? "X-API-Key"
      let isQuery = file.value(block, "placement") == "queryparams"
      let value = secret(file.value(block, "value"), as: name)
      return .apiKey(APIKeyDefinition(name: Located(name), value: Located(value), in: isQuery ? Located(.query) : nil))
    default:
      api.notes.append(ImportNote(place, "Authentication of the kind \(Printable.quoted(mode)) was left out."))
      return nil
    }
  }

  private mutating func secret(_ value: String?, as label: String) -> String {
    guard let value, !value.isEmpty else { return credentials.hide(nil, as: label) }
    return value.contains("{{") ? templates.text(value) : credentials.hide(value, as: label)
  }

  private mutating func body(_ file: BrunoFile, _ mode: String) -> BodyDefinition? {
    switch mode {
    case "json":
      guard let text = file.text("body:json") ?? file.text("body") else { return nil }
      return .json(Located(text.contains("{{") ? templates.text(text) : credentials.screenJSON(text)))
    case "text", "xml": return file.text("body:\(mode)").map { .text(Located(templates.text($0))) }
    case "formUrlEncoded", "form-urlencoded": return .form(rows(file.entries("body:form-urlencoded")))
    case "multipartForm", "multipart-form": return .multipart(file.entries("body:multipart-form").map { part($0) })
    case "graphql":
      guard let query = file.text("body:graphql") else { return nil }
      let variables = file.text("body:graphql:vars").map { Located(templates.text($0)) }
      return .graphql(GraphQLDefinition(query: Located(templates.text(query)), variables: variables))
    default: return nil
    }
  }

  /// A file is `@file(path)`.
  private mutating func part(_ entry: BrunoFile.Entry) -> PartDefinition {
    if entry.value.hasPrefix("@file("), entry.value.hasSuffix(")") {
      let path = String(entry.value.dropFirst(6).dropLast())
      return PartDefinition(entry.name, .file(templates.text(path)), isOn: entry.isOn)
    }
    return PartDefinition(entry.name, .text(templates.text(entry.value)), isOn: entry.isOn)
  }

  private mutating func addCaptures(_ file: BrunoFile, to request: inout RequestDefinition) {
    for entry in file.entries("vars:post-response") {
      guard let path = Self.path(entry.value), let value = try? ValuePath(parsing: path) else { continue }
      request.capture.append(
        CaptureDefinition(key: Located(ImportNames.variable(entry.name)), path: Located(value), isOn: entry.isOn))
    }
  }

  private mutating func addAssertions(_ file: BrunoFile, to request: inout RequestDefinition) {
    for entry in file.entries("assert") where entry.isOn {
      let words = entry.value.split(separator: " ", maxSplits: 1).map(String.init)
      let (check, value) = (words.first ?? "", words.count > 1 ? words[1] : "")
      if entry.name == "res.status", check == "eq", let pattern = StatusPattern(value) {
        request.expect.status = Located(.oneOf([pattern]))
      } else if let path = Self.path(entry.name), let filter = Self.filter(path, check, value),
        let compiled = try? JQFilter(parsing: filter)
      {
        request.expect.jq.append(Located(compiled))
      } else {
        api.notes.append(ImportNote(entry.name, "The assertion \(Printable.quoted(entry.value)) was left out."))
      }
    }
  }

  private static func filter(_ path: String, _ check: String, _ value: String) -> String? {
    let signs = ["eq": "==", "neq": "!=", "gt": ">", "gte": ">=", "lt": "<", "lte": "<="]
    let literal = (try? JSONValue(parsing: value)) != nil ? value : JSONPrinter.compact.string(of: .string(value))
    if let sign = signs[check] { return "\(path) \(sign) \(literal)" }
    switch check {
    case "contains": return "\(path) | contains(\(literal))"
    case "isDefined", "isNotNull": return "\(path) != null"
    case "isNull": return "\(path) == null"
    case "isTruthy": return path
    case "isNumber", "isString", "isBoolean", "isArray":
      return "(\(path) | type) == \"\(check.dropFirst(2).lowercased())\""
    default: return nil
    }
  }

  /// `res.body.items[0].id` is `.items[0].id`.
  private static func path(_ expression: String) -> String? {
    guard expression.hasPrefix("res.body") else { return nil }
    let rest = expression.dropFirst("res.body".count)
    guard rest.isEmpty || rest.wholeMatch(of: /(?:\.\w+|\[\d+\])+/) != nil else { return nil }
    return rest.isEmpty ? "." : (rest.hasPrefix("[") ? "." : "") + rest
  }
}
