internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The name of a media type, without its parameters.
struct MediaTypeName {
  let text: String

  init(_ type: String) {
    text = String(type.prefix { $0 != ";" }).lowercased().filter { $0 != " " }
  }

  var isJSON: Bool { text == "application/json" || text == "text/json" || text.hasSuffix("+json") }
  /// A range: whoever sends chooses the type.
  var isRange: Bool { text.contains("*") }
  var isForm: Bool { text == ImportedForm.type }
  var isMultipart: Bool { text == "multipart/form-data" }
}

// The body (§4.8.13 and §4.8.14).
extension OpenAPIOperation {
  mutating func addBody() {
    guard let node = operation["requestBody"], let body = references.resolved(node), let content = body["content"]
    else {
      return
    }
    let kinds = content.members
    let order: [(MediaTypeName) -> Bool] = [
      { $0.text == "application/json" }, \.isJSON, \.isMultipart, \.isForm, { $0.text == "application/*" },
      { $0.text == "*/*" }, { $0.text.hasPrefix("text/") },
    ]
    let chosen = order.lazy.compactMap { fits in kinds.first { fits(MediaTypeName($0.key)) } }.first ?? kinds.first
    guard let (type, media) = chosen else { return }
    request.body = definition(type, media)?.unlessEmpty
    addContentType(type)
    if kinds.count > 1 {
      note("The body is \(type); also possible: \(kinds.map(\.key).filter { $0 != type }.joined(separator: ", ")).")
    }
  }

  /// Adds a header, unless the body itself brings the content type.
  private mutating func addContentType(_ type: String) {
    guard let body = request.body, !MediaTypeName(type).isRange else { return }
    if case .multipart = body { return }
    if body.impliedContentType != type { request.headers.append(Row("Content-Type", TemplateEscape.escaped(type))) }
  }

  private mutating func definition(_ type: String, _ media: Node) -> BodyDefinition? {
    let name = MediaTypeName(type)
    let value = given(by: media)
    if name.isJSON || name.isRange && value?.string == nil && !isText(media) {
      return .json(Located(TemplateEscape.escaped(JSONPrinter.pretty.string(of: value ?? made(media))) + "\n"))
    }
    if name.isForm { return form(media, value ?? made(media)) }
    if name.isMultipart { return .multipart(parts(media, value ?? made(media))) }
    if let value, !value.isNull, value.isScalar || name.text.hasPrefix("text/") {
      return .text(Located(TemplateEscape.escaped(ParameterStyle.text(value))))
    }
    if isFile(media) {
      note("Its body is a file: choose one in place of choose-a-file.")
      return .file(FileDefinition(path: "choose-a-file", type: name.isRange ? nil : Located(type)))
    }
    if name.text.hasPrefix("text/"), isText(media), let text = made(media).string {
      return .text(Located(TemplateEscape.escaped(text)))
    }
    let reason = value.map { $0.isNull } ?? true ? "the description has no example" : "its example is no text"
    note("Its body of the type \(type) was left out: \(reason).")
    return nil
  }

  private mutating func isText(_ media: Node) -> Bool {
    media["schema"].flatMap { references.resolved($0) }.map { SchemaExample.type(of: $0.value) == "string" } ?? true
  }

  private mutating func isFile(_ media: Node) -> Bool {
    media["schema"].flatMap { references.resolved($0) }.map { Self.isBinary($0.value) } ?? false
  }

  private static func isBinary(_ schema: JSONValue) -> Bool {
    schema["format"]?.string == "binary" || schema["type"]?.string == "file"
      || schema["contentMediaType"] != nil && schema["contentEncoding"] == nil
  }
}

// Forms, with the encoding of each property (§4.8.15).
extension OpenAPIOperation {
  private mutating func form(_ media: Node, _ value: JSONValue) -> BodyDefinition {
    var fields: [FormField] = []
    for (name, value) in value.object ?? [:] {
      let encoding = media["encoding"]?[name]?.value
      let isStyled = ["style", "explode", "allowReserved"].contains { encoding?[$0] != nil }
      let style = ParameterStyle(encoding ?? .null, in: nil)
      // Without a style, a map is a document of its own.
      let found =
        isStyled || value.object == nil ? style.fields(name, value) : [.init(name, [ParameterStyle.text(value)])]
      fields += found.map { FormField(field: $0, allowsReserved: style.allowsReserved) }
      if isStyled, style.isNested(value) {
        note("The field \(Printable.quoted(name)) has values inside of others: they are sent as JSON.")
      }
    }
    guard fields.contains(where: { !$0.isRow }) else {
      return .form(fields.map { Row($0.field.name, TemplateEscape.escaped($0.field.values[0])) })
    }
    return .text(Located(TemplateEscape.escaped(fields.map(\.text).joined(separator: "&"))))
  }

  /// A field of a form as it is sent.
  private struct FormField {
    let field: ParameterStyle.Field
    let allowsReserved: Bool

    /// Commas and reserved characters that are not encoded cannot be said in a row.
    var isRow: Bool {
      field.values.count == 1
        && (!allowsReserved || field.values.allSatisfy { !$0.utf8.contains(where: Self.isReserved) })
    }

    var text: String {
      let values = field.values.map { value in
        PercentText.encoded(value) { Self.isPlain($0) || allowsReserved && Self.isReserved($0) }
      }
      return "\(PercentText.encoded(field.name, keeping: Self.isPlain))=\(values.joined(separator: ","))"
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "*-._[]".utf8.contains(byte) }

    /// RFC 3986 §2.2, without what has a meaning in a form or ends a URL.
    private static func isReserved(_ byte: UInt8) -> Bool { ":/?[]@!$'()*,;".utf8.contains(byte) }
  }

  private mutating func parts(_ media: Node, _ values: JSONValue) -> [PartDefinition] {
    let properties = media["schema"].flatMap { references.resolved($0) }?["properties"]?.members ?? []
    let others = (values.object ?? [:]).filter { key, _ in !properties.contains { $0.key == key } }
    return properties.flatMap { name, property in part(name, property, media["encoding"]?[name], values[name]) }
      + others.flatMap { parts($0.key, $0.value, media["encoding"]?[$0.key]) }
  }

  private mutating func part(_ name: String, _ property: Node, _ encoding: Node?, _ value: JSONValue?)
    -> [PartDefinition]
  {
    let schema = references.resolved(property)
    let items = schema?["items"].flatMap { references.resolved($0) }
    guard Self.isBinary(schema?.value ?? .null) || items.map({ Self.isBinary($0.value) }) == true else {
      return value.map { parts(name, $0, encoding) } ?? []
    }
    note("The part \(Printable.quoted(name)) is a file: choose one, and switch it on.")
    return [PartDefinition(name, .file("choose-a-file"), type: Self.type(encoding), isOn: false)]
  }

  /// One for each item of a list, unless the encoding says otherwise. A map is JSON.
  private mutating func parts(_ name: String, _ value: JSONValue, _ encoding: Node?) -> [PartDefinition] {
    if let headers = encoding?["headers"]?.members.map(\.key), !headers.isEmpty {
      note("The headers of the part \(Printable.quoted(name)) were left out: \(headers.joined(separator: ", ")).")
    }
    let isStyled = ["style", "explode"].contains { encoding?.value[$0] != nil }
    if isStyled, let encoding {
      return ParameterStyle(encoding.value, in: nil).fields(name, value).map {
        PartDefinition($0.name, .text(TemplateEscape.escaped($0.values.joined(separator: ","))))
      }
    }
    return (value.array ?? [value]).map { item in
      let type = Self.type(encoding) ?? (item.isScalar ? nil : "application/json")
      return PartDefinition(name, .text(TemplateEscape.escaped(ParameterStyle.text(item))), type: type)
    }
  }

  /// The first of the types that an encoding allows.
  private static func type(_ encoding: Node?) -> String? {
    let types = encoding?.value["contentType"]?.string?.split(separator: ",").map { String($0).trimmed } ?? []
    return types.first { $0.contains("/") && !$0.contains("*") }
  }
}
