internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// A file of an OpenCollection, which Bruno writes today.
extension BrunoItem {
  /// - Parameter document: a request, a `folder.yml` or the `opencollection.yml`.
  init(_ document: JSONValue) {
    let info = document["info"]
    name = info?["name"]?.string
    sequence = info?["seq"]?.int ?? .max
    kind = info?["type"]?.string ?? "http"
    let request = ["http", "graphql", "websocket"].lazy.compactMap { document[$0] }.first
    let shared = document["request"]
    let runtime = document["runtime"]
    let source = request ?? shared
    url = Self.text(request?["url"])
    if let request, document["websocket"] == nil {
      method = Self.text(request["method"]).lowercased()
      if method.isEmpty { method = document["graphql"] == nil ? "get" : "post" }
    } else if request != nil {
      kind = "ws"
    }
    headers = Self.entries(source?["headers"])
    let parameters = (request?["params"]?.array ?? [])
    query = Self.entries(.array(parameters.filter { $0["type"]?.string != "path" }))
    path = Self.entries(.array(parameters.filter { $0["type"]?.string == "path" }))
    auth = Auth(runtime?["auth"] ?? source?["auth"], standard: request == nil ? "inherit" : "none")
    body = Self.body(request?["body"], isGraphQL: document["graphql"] != nil)
    messages = kind == "ws" ? Self.messages(request?["message"]) : []
    variables = Self.entries(runtime?["variables"] ?? shared?["variables"])
    captures = (runtime?["actions"]?.array ?? []).compactMap(Self.capture)
    assertions = (runtime?["assertions"]?.array ?? []).map { item in
      Assertion(
        expression: Self.text(item["expression"]),
        check: "\(Self.text(item["operator"])) \(Self.text(item["value"]))".trimmed,
        isOn: item["disabled"]?.bool != true)
    }
    for (key, value) in document["settings"]?.object ?? [:] { settings[key] = Self.text(value) }
    docs = document["docs"]?.string ?? document["docs"]?["content"]?.string
    let scripts = (runtime?["scripts"] ?? shared?["scripts"])?.array ?? []
    leftOut = scripts.filter { !Self.text($0["code"]).isEmpty }.map { "script \(Self.text($0["type"]))" }
  }

  static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null: ""
    case .string(let text): text
    case let value?: JSONPrinter.compact.string(of: value)
    }
  }

  static func entries(_ list: JSONValue?) -> [Entry] {
    (list?.array ?? []).map { item in
      var entry = Entry(
        name: text(item["name"]), value: text(item["value"]?["data"] ?? item["value"]),
        isOn: item["disabled"]?.bool != true)
      entry.contentType = item["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      if item["type"]?.string == "file" {
        entry.files = item["value"]?.array?.map { text($0) } ?? [text(item["value"])].filter { !$0.isEmpty }
      }
      return entry
    }
  }

  private static func capture(_ action: JSONValue) -> Entry? {
    guard action["type"]?.string == "set-variable", action["phase"]?.string == "after-response" else { return nil }
    return Entry(
      name: text(action["variable"]?["name"]), value: text(action["selector"]?["expression"]),
      isOn: action["disabled"]?.bool != true)
  }

  private static func messages(_ message: JSONValue?) -> [String] {
    (message?.array ?? [message].compactMap(\.self)).map { text($0["message"]?["data"] ?? $0["data"] ?? $0) }
      .filter { !$0.isEmpty }
  }

  private static func body(_ source: JSONValue?, isGraphQL: Bool) -> Body? {
    guard let source, !source.isNull else { return nil }
    if isGraphQL {
      let variables = text(source["variables"])
      return .graphQL(query: text(source["query"]), variables: variables.isEmpty ? nil : variables)
    }
    // Of several bodies the one that is chosen.
    if let choices = source.array {
      return body(choices.first { $0["selected"]?.bool == true }?["body"] ?? choices.first?["body"], isGraphQL: false)
    }
    switch source["type"]?.string {
    case "json", "text", "xml", "sparql": return .text(mode: text(source["type"]), text(source["data"]))
    case "form-urlencoded": return .form(entries(source["data"]))
    case "multipart-form": return .multipart(entries(source["data"]))
    case "file":
      let files = source["data"]?.array ?? []
      return chosen(of: files).map(Body.file)
    default: return nil
    }
  }

  /// The file that is selected among those of a body, or the first.
  static func chosen(of files: [JSONValue]) -> Entry? {
    guard let file = files.first(where: { $0["selected"]?.bool == true }) ?? files.first else { return nil }
    var entry = Entry(name: "file", value: "")
    entry.files = [text(file["filePath"])]
    entry.contentType = file["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    return entry
  }
}

extension BrunoItem.Auth {
  /// - Parameter standard: where nothing is said.
  fileprivate init(_ auth: JSONValue?, standard: String) {
    mode = auth?.string ?? auth?["type"]?.string ?? standard
    for (key, value) in auth?.object ?? [:] where value.isScalar { values[key] = BrunoItem.text(value) }
    if values["placement"] == "query" { values["placement"] = "queryparams" }
    guard mode == "oauth2", let auth else { return }
    let flows = ["resource_owner_password": "password"]
    let text = { (value: JSONValue?) in BrunoItem.text(value) }
    let flow = text(auth["flow"])
    values["grant_type"] = flows[flow] ?? flow
    values["access_token_url"] = text(auth["accessTokenUrl"])
    values["authorization_url"] = text(auth["authorizationUrl"])
    values["callback_url"] = text(auth["callbackUrl"])
    values["client_id"] = text(auth["credentials"]?["clientId"])
    values["client_secret"] = text(auth["credentials"]?["clientSecret"])
    values["credentials_placement"] = text(auth["credentials"]?["placement"])
    values["username"] = text(auth["resourceOwner"]?["username"])
    values["password"] = text(auth["resourceOwner"]?["password"])
    let placement = auth["tokenConfig"]?["placement"]
    if let key = placement?["query"] {
      (values["token_placement"], values["token_query_key"]) = ("url", text(key))
    } else if let prefix = placement?["header"]?.string, !prefix.isEmpty {
      values["token_header_prefix"] = prefix
    }
    for (_, list) in auth["additionalParameters"]?.object ?? [:] {
      for item in list.array ?? [] where !parameters.contains(where: { $0.name == text(item["name"]) }) {
        parameters.append(Row(text(item["name"]), text(item["value"])))
      }
    }
  }
}
