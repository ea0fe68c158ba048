/// A request's body. One of its kinds, each with the content type that goes with it.
public enum BodyDefinition: Sendable, Equatable {
  /// JSON as text, so that it is sent as it is written.
  case json(Located<String>)
  /// Plain text in UTF-8.
  case text(Located<String>)
  /// `application/x-www-form-urlencoded`.
  case form([Row])

  /// As it is written in the file.
  public var kind: String {
    switch self {
    case .json: "json"
    case .text: "text"
    case .form: "form"
    }
  }

  /// The text of a `json` or `text` body.
  public var text: Located<String>? {
    switch self {
    case .json(let text), .text(let text): text
    case .form: nil
    }
  }

  /// The rows of a `form` body.
  public var rows: [Row]? {
    guard case .form(let rows) = self else { return nil }
    return rows
  }
}

extension BodyDefinition {
  static let form = Form(
    "a body", isChoice: true, make: { BodyDefinition?.none },
    keys: [
      .init("json", \.self, Reader.jsonText.located.map(BodyDefinition.json), "JSON, written as text."),
      .init("text", \.self, Reader.text.located.map(BodyDefinition.text), "Any text."),
      .init("form", \.self, Reader.rows(of: .form).map(BodyDefinition.form), "Form fields in their order, urlencoded."),
    ])

  static let reader = Reader<BodyDefinition>("one of json, text or form", .object(form.schema)) { node, decoding in
    form.read(node, &decoding) ?? nil
  }
}

extension Reader where Value == String {
  /// YAML's own maps are refused: they would lose what JSON tells apart, such as `"1"` and `1`.
  static var jsonText: Reader {
    .scalar("JSON as text", .text(), hint: "write it in single quotes, or on the lines below `json: |`") { $0 }
  }
}
