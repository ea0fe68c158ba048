import ParleyText

/// A request's body. One of its kinds, each with the content type that goes with it.
package enum BodyDefinition: Sendable, Equatable {
  /// JSON as text, so that it is sent as it is written.
  case json(Located<String>)
  /// Plain text in UTF-8.
  case text(Located<String>)
  /// `application/x-www-form-urlencoded`.
  case form([Row])
  /// `multipart/form-data`: fields and files.
  case multipart([PartDefinition])
  /// A file is the whole body.
  case file(FileDefinition)
  /// A GraphQL query, sent as JSON.
  case graphql(GraphQLDefinition)

  /// As it is written in the file.
  package var kind: String {
    switch self {
    case .json: "json"
    case .text: "text"
    case .form: "form"
    case .multipart: "multipart"
    case .file: "file"
    case .graphql: "graphql"
    }
  }

  /// The text of a `json` or `text` body.
  package var text: Located<String>? {
    switch self {
    case .json(let text), .text(let text): text
    case .form, .multipart, .file, .graphql: nil
    }
  }

  /// The rows of a `form` body.
  package var rows: [Row]? {
    guard case .form(let rows) = self else { return nil }
    return rows
  }

  /// Every text in it that may hold templates, those of rows turned off too.
  var texts: [Located<String>] {
    switch self {
    case .json(let text), .text(let text): [text]
    case .form(let rows): rows.map(\.located)
    case .multipart(let parts): parts.flatMap(\.texts)
    case .file(let file): file.texts
    case .graphql(let query): query.texts
    }
  }

  /// Those that are filled in for a send.
  package var sentTexts: [Located<String>] {
    switch self {
    case .form(let rows): rows.filter(\.isOn).map(\.located)
    case .multipart(let parts): parts.filter(\.isOn).flatMap(\.texts)
    default: texts
    }
  }
}

extension BodyDefinition {
  package static let form = Form(
    "a body", isChoice: true, make: { BodyDefinition?.none },
    keys: [
      .init("json", \.self, jsonReader, "JSON, written as text."),
      .init("text", \.self, textReader, "Any text."),
      .init("form", \.self, formReader, "Form fields in order, URL-encoded."),
      .init("multipart", \.self, multipartReader, "Fields and files, sent as `multipart/form-data`."),
      .init("file", \.self, fileReader, "A file sent as the whole body."),
      .init("graphql", \.self, graphqlReader, "A GraphQL query with its variables."),
    ])

  static let reader: Reader<BodyDefinition> = form.choiceReader("one of \(form.names.alternatives)")
}

// Its kinds, there and back.
extension BodyDefinition {
  private static let jsonReader = Reader.jsonText.located.map(BodyDefinition.json) {
    if case .json(let text) = $0 { text } else { nil }
  }
  private static let textReader = Reader.text.located.map(BodyDefinition.text) {
    if case .text(let text) = $0 { text } else { nil }
  }
  private static let formReader = Reader.rows(of: .form).map(BodyDefinition.form) { $0.rows }
  private static let multipartReader = PartDefinition.listReader.map(BodyDefinition.multipart) {
    if case .multipart(let parts) = $0 { parts } else { nil }
  }
  private static let fileReader = FileDefinition.reader.map(BodyDefinition.file) {
    if case .file(let file) = $0 { file } else { nil }
  }
  private static let graphqlReader = GraphQLDefinition.reader.map(BodyDefinition.graphql) {
    if case .graphql(let query) = $0 { query } else { nil }
  }
}

extension Reader where Value == String {
  /// YAML's own maps are refused: they would lose what JSON tells apart, such as `"1"` and `1`.
  static var jsonText: Reader {
    .text("JSON as text", .text(), hint: "write it in single quotes, or on the lines below `json: |`") { $0 }
  }
}
