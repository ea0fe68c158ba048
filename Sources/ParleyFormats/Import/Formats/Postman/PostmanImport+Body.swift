internal import ParleyEngine
internal import ParleyFiles
import ParleyText

// Authentication and bodies.
extension PostmanImport {
  mutating func auth(_ auth: JSONValue?) -> AuthDefinition? {
    var reader = PostmanAuth(auth)
    // Lent, not copied: there may be many credentials already.
    swap(&reader.texts, &texts)
    let definition = reader.definition()
    swap(&reader.texts, &texts)
    if let kind = reader.unknown {
      api.notes.append(ImportNote("auth", "Authentication of the kind \(Printable.quoted(kind)) was left out."))
    }
    return definition
  }

  mutating func body(_ body: JSONValue?, at id: String, _ headers: inout [Row]) -> BodyDefinition? {
    guard let body, body["disabled"]?.bool != true else { return nil }
    switch body["mode"]?.string {
    case "raw": return raw(body, &headers)
    case "urlencoded":
      if let text = body["urlencoded"]?.string { return form(text, &headers) }
      return .form((body["urlencoded"]?.array ?? []).compactMap { row($0) { $0.value($2, named: $1) } })
    case "formdata": return .multipart((body["formdata"]?.array ?? []).flatMap { parts($0, at: id) })
    case "file":
      if let text = body["file"]?["content"]?.string { return .text(Located(texts.body(text))) }
      guard let path = body["file"]?["src"]?.string ?? body["file"]?.string else { return nil }
      return .file(FileDefinition(path: Located(TemplateEscape.escaped(path))))
    case "graphql": return graphQL(body["graphql"], &headers)
    case nil: return nil
    case let mode?:
      api.notes.append(ImportNote(id, "Its body of the kind \(Printable.quoted(mode)) was left out."))
      return nil
    }
  }

  private mutating func form(_ text: String, _ headers: inout [Row]) -> BodyDefinition {
    if let pairs = ImportedForm.pairs(of: text) {
      return .form(pairs.map { Row($0.name, texts.value($0.value, named: $0.name)) })
    }
    headers.setContentType(ImportedForm.type)
    return .text(Located(texts.body(text)))
  }

  /// The language of the editor gives the content type, unless a header does.
  private mutating func raw(_ body: JSONValue, _ headers: inout [Row]) -> BodyDefinition? {
    guard let text = body["raw"]?.string, !text.isEmpty else { return nil }
    let types = [
      "json": "application/json", "xml": "application/xml", "html": "text/html", "javascript": "application/javascript",
    ]
    let language = body["options"]?["raw"]?["language"]?.string
    if !headers.contains(where: { $0.takesAway && $0.name.lowercased() == "content-type" }) {
      headers.setContentType(language.flatMap { types[$0] } ?? "text/plain")
    }
    let type = headers.contentType ?? ""
    guard MediaTypeName(type).isJSON else { return .text(Located(texts.body(text))) }
    let body = texts.jsonBody(text)
    if body.impliedContentType == type { headers.removeContentType() }
    return body
  }

  /// A file for each of several.
  private mutating func parts(_ part: JSONValue, at id: String) -> [PartDefinition] {
    guard let name = part["key"]?.string else { return [] }
    let isOn = part["disabled"]?.bool != true
    let type = part["contentType"]?.string.flatMap { $0.isEmpty ? nil : texts.templates.text($0) }
    guard part["type"]?.string == "file" else {
      let value = texts.value(PostmanText.text(part["value"]) ?? "", named: name)
      return [PartDefinition(name, .text(value), type: type, isOn: isOn)]
    }
    let paths = part["src"]?.array?.compactMap(\.string) ?? [part["src"]?.string].compactMap(\.self)
    guard !paths.isEmpty else {
      api.notes.append(ImportNote(id, "The part \(Printable.quoted(name)) is a file: choose one."))
      return [PartDefinition(name, .file("choose-a-file"), type: type, isOn: false)]
    }
    return paths.map {
      PartDefinition(
        name, .file(TemplateEscape.escaped($0)), type: type, fileName: part["fileName"]?.string, isOn: isOn)
    }
  }

  private mutating func graphQL(_ query: JSONValue?, _ headers: inout [Row]) -> BodyDefinition {
    let given = query?["variables"]
    let variables = given?.string ?? given?.object.map { JSONPrinter.compact.string(of: .object($0)) }
    return texts.graphQLBody(
      query?["query"]?.string ?? "", variables: variables.flatMap { $0.trimmed.isEmpty ? nil : $0 },
      operation: query?["operationName"]?.string.flatMap { $0.isEmpty ? nil : $0 }, &headers)
  }
}
