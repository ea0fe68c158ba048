internal import ParleyEngine
package import ParleyFiles
import ParleyModel
internal import ParleyText
internal import SystemCalls

/// The pages that are made from the code that reads a workspace's files, so that they cannot say anything else: JSON
/// Schemas for editors, and the tables of the format's documentation.
package enum ReferencePages {
  /// A page that is made as a whole.
  package struct Page: Sendable, Equatable {
    /// Within the project, as in `docs/schemas/request.json`.
    package let path: String
    package let text: String
  }

  /// One JSON Schema for each kind of file.
  package static var schemas: [Page] {
    [
      schema("workspace", WorkspaceDefinition.form.schema), schema("environment", EnvironmentDefinition.form.schema),
      schema("request", RequestDefinition.form.schema), schema("folder", DefaultsDefinition.folderForm.schema),
      group, mocks,
    ]
  }

  /// Nodes stand in one another, so that theirs is named.
  private static var group: Page {
    var object = GroupDefinition.form.schema.json
    object["$defs"] = ["node": .object(NodeDefinition.form.schema.json)]
    return schema("group", titled: GroupDefinition.form.title, object)
  }

  /// A file is a list of them.
  private static var mocks: Page {
    schema("mocks", titled: "mocks", MockDefinition.listReader.schema.json.object ?? [:])
  }

  private static func schema(_ name: String, _ object: ObjectSchema) -> Page {
    schema(name, titled: object.title, object.json)
  }

  private static func schema(_ name: String, titled title: String, _ members: JSONObject) -> Page {
    var json: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    json["title"] = .string("Parley: \(title)")
    for (key, value) in members { json[key] = value }
    return Page(path: "docs/schemas/\(name).json", text: JSONPrinter.pretty.string(of: .object(json)) + "\n")
  }

  // MARK: Tables

  package static let formatPath = "docs/format.md"

  /// The page with its tables made again: each stands between `<!-- table: NAME -->` and `<!-- end of table -->`.
  package static func updatingTables(in page: String) -> String {
    tables.reduce(page) { page, table in
      let start = "<!-- table: \(table.name) -->\n"
      let end = "<!-- end of table -->"
      guard let head = page.range(of: start), let tail = page.range(of: end, from: head.upperBound) else { return page }
      return page[..<head.upperBound] + table.text + page[tail.lowerBound...]
    }
  }

  private static var tables: [(name: String, text: String)] {
    [
      ("workspace", table(WorkspaceDefinition.form.schema)),
      ("defaults", table(DefaultsDefinition.sharedForm.schema)),
      ("environment", table(EnvironmentDefinition.form.schema)), ("request", table(RequestDefinition.form.schema)),
      ("server", table(ServerDefinition.form.schema)), ("tls", table(TLSDefinition.form.schema)),
      ("shared", table(SharedDefinition.form.schema)), ("team", table(TeamDefinition.form.schema)),
      ("history", table(HistoryDefinition.form.schema)),
      ("capture", table(CaptureDefinition.schema)),
      ("auth", table(AuthDefinition.form.schema)), ("oauth2", table(OAuth2Definition.form.schema)),
      ("login", table(LoginDefinition.form.schema)),
      ("awsSigV4", table(AWSDefinition.form.schema)), ("certificate", table(CertificateDefinition.form.schema)),
      ("body", table(BodyDefinition.form.schema)), ("part", table(PartDefinition.form.schema)),
      ("file", table(FileDefinition.form.schema)), ("graphql", table(GraphQLDefinition.form.schema)),
      ("message", table(MessageDefinition.form.schema)),
      ("expect", table(ExpectDefinition.form.schema)), ("response", table(ResponseDefinition.form.schema)),
      ("envelope", table(EnvelopeDefinition.form.schema)), ("pages", table(EnvelopeDefinition.pagesForm.schema)),
      ("retry", table(RetryDefinition.form.schema)), ("cache", table(CacheDefinition.form.schema)),
      ("options", table(OptionsDefinition.form.schema)),
      ("folder", table(DefaultsDefinition.folderForm.schema)), ("functions", functions),
      ("mock", table(MockDefinition.form.schema)), ("where", table(MockConditions.form.schema)),
      ("reply", table(MockReplyDefinition.form.schema)), ("mock message", table(MockMessageDefinition.form.schema)),
      ("group", table(GroupDefinition.form.schema)),
      ("node", table(NodeDefinition.form.schema)), ("with", table(WithDefinition.form.schema)),
    ]
  }

  private static func table(_ object: ObjectSchema) -> String {
    guard object.properties.contains(where: { $0.standard != nil }) else {
      return markdown(["key", "value", "meaning"], object.properties.map { [key($0), $0.expected, $0.summary] })
    }
    return markdown(
      ["key", "value", "default", "meaning"],
      object.properties.map { [key($0), $0.expected, standard(of: $0), $0.summary] })
  }

  private static func key(_ property: ObjectSchema.Property) -> String {
    "`\(property.name)`\(property.isRequired ? " (required)" : "")"
  }

  private static func standard(of property: ObjectSchema.Property) -> String {
    switch property.standard {
    case .value(let text)?: "`\(text)`"
    case .words(let text)?: text
    case nil: ""
    }
  }

  private static func markdown(_ heads: [String], _ rows: [[String]]) -> String {
    ([heads, heads.map { _ in "---" }] + rows).map { row in
      "|" + row.map { $0 == "---" ? "---|" : $0.isEmpty ? " |" : " \(cell($0)) |" }.joined() + "\n"
    }.joined()
  }

  private static var functions: String {
    let rows = TemplateFunction.allCases.map { "| `\(cell($0.usage))` | \(cell($0.summary)) |\n" }
    return "| function | gives |\n|---|---|\n" + rows.joined()
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension ReferencePages {
  /// Writes all pages of a project.
  /// - Parameter project: the folder that contains `docs`.
  /// - Returns: the written pages, as paths within the project.
  package static func write(to project: String) throws(FileError) -> [String] {
    let format = project.appendingPath(formatPath)
    let page = String(decoding: try FileSystem.read(format, limit: 1 << 20), as: UTF8.self)
    let pages = schemas + [Page(path: formatPath, text: updatingTables(in: page))]
    for page in pages {
      let path = project.appendingPath(page.path)
      try FileSystem.makeDirectories(path.parentPath)
      try AtomicFile.write(Array(page.text.utf8), to: path)
    }
    return pages.map(\.path)
  }
}

extension String {
  fileprivate func range(of text: String, from start: Index? = nil) -> Range<Index>? {
    self[(start ?? startIndex)...].firstRange(of: text)
  }
}
