internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// An item of Bruno's own export as JSON.
extension BrunoItem {
  /// - Parameter export: a request, a folder, or the collection itself as `root`.
  init(export: JSONValue) {
    name = export["name"]?.string
    sequence = export["seq"]?.int ?? .max
    kind = (export["type"]?.string ?? "http").droppingSuffix("-request")
    let root = export["root"]?["request"]
    let request = export["request"] ?? root
    let isShared = export["request"] == nil
    if kind == "graphql-subscription" { kind = "graphql" }
    url = Self.text(request?["url"])
    method = isShared || kind != "http" && kind != "graphql" ? "" : Self.text(request?["method"]).lowercased()
    if !isShared, method.isEmpty, kind == "http" || kind == "graphql" { method = kind == "graphql" ? "post" : "get" }
    headers = Self.exported(request?["headers"])
    let parameters = (request?["params"] ?? request?["query"])?.array ?? []
    query = Self.exported(.array(parameters.filter { $0["type"]?.string != "path" }))
    path = Self.exported(.array(parameters.filter { $0["type"]?.string == "path" }))
    auth = Auth(export: request?["auth"], standard: isShared ? "inherit" : "none")
    body = Self.body(export: request?["body"])
    messages = kind == "ws" ? (request?["body"]?["ws"]?.array ?? []).map { Self.text($0["content"]) } : []
    variables = Self.exported(request?["vars"]?["req"])
    captures = Self.exported(request?["vars"]?["res"])
    assertions = Self.exported(request?["assertions"]).map {
      Assertion(expression: $0.name, check: $0.value, isOn: $0.isOn)
    }
    for (key, value) in export["settings"]?.object ?? [:] { settings[key] = Self.text(value) }
    docs = [request?["docs"], export["root"]?["docs"]].lazy.compactMap { $0?.string }.first { !$0.isEmpty }
    let scripts = [
      ("script", request?["script"]?["req"]), ("script", request?["script"]?["res"]), ("tests", request?["tests"]),
    ]
    leftOut = scripts.filter { !Self.text($0.1).isEmpty }.map(\.0)
  }

  private static func exported(_ list: JSONValue?) -> [Entry] {
    (list?.array ?? []).map { item in
      var entry = Entry(name: text(item["name"]), value: text(item["value"]), isOn: item["enabled"]?.bool != false)
      entry.contentType = item["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
      if item["type"]?.string == "file" {
        entry.files = item["value"]?.array?.map { text($0) } ?? [text(item["value"])].filter { !$0.isEmpty }
      }
      return entry
    }
  }

  private static func body(export body: JSONValue?) -> Body? {
    let mode = body?["mode"]?.string ?? "none"
    switch mode {
    case "json", "text", "xml", "sparql": return body?[mode]?.string.map { .text(mode: mode, $0) }
    case "formUrlEncoded": return .form(exported(body?[mode]))
    case "multipartForm": return .multipart(exported(body?[mode]))
    case "graphql":
      let variables = text(body?["graphql"]?["variables"])
      return .graphQL(query: text(body?["graphql"]?["query"]), variables: variables.isEmpty ? nil : variables)
    case "file":
      let files = body?["file"]?.array ?? []
      return chosen(of: files).map(Body.file)
    default: return nil
    }
  }
}

extension BrunoItem.Auth {
  fileprivate init(export auth: JSONValue?, standard: String) {
    mode = auth?["mode"]?.string ?? standard
    for (key, value) in auth?[mode]?.object ?? [:] where value.isScalar {
      // Only those of OAuth 2 are called differently in `.bru` files.
      let name = mode == "oauth2" ? key.replacing(/[A-Z]/) { "_" + $0.output.lowercased() } : key
      values[name] = BrunoItem.text(value)
    }
    for (_, list) in auth?[mode]?["additionalParameters"]?.object ?? [:] {
      for item in list.array ?? [] where item["enabled"]?.bool != false {
        let name = BrunoItem.text(item["name"])
        if !parameters.contains(where: { $0.name == name }) {
          parameters.append(Row(name, BrunoItem.text(item["value"])))
        }
      }
    }
  }
}

extension String {
  fileprivate func droppingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
