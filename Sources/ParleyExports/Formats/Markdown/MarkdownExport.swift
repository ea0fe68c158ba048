internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Writes the documentation of requests and groups as Markdown: what each sends, expects and captures, and what it gave last. Templates
/// stay, and secrets are named by their sources.
struct MarkdownExport {
  private let api: ExportedAPI
  private var lines: [String] = []

  init(_ api: ExportedAPI) { self.api = api }

  package func file() throws(ExportError) -> ExportedFile {
    guard !api.requests.isEmpty || !api.groups.isEmpty else { throw .nothingThere("the workspace has no requests") }
    var copy = self
    copy.write()
    return ExportedFile(copy.lines.joined(separator: "\n") + "\n")
  }

  private mutating func write() {
    heading(1, api.title)
    if let docs = api.docs { paragraph(docs) }
    addServers()
    addValues()
    var folder: String?
    for request in api.requests {
      let own = request.id.folderOfID
      if own != folder {
        folder = own
        heading(2, own.isEmpty ? "Requests" : own)
        if let docs = own.isEmpty ? nil : api.docs(ofFolder: own) { paragraph(docs) }
      }
      add(request)
    }
    addGroups()
  }

  private mutating func heading(_ level: Int, _ text: String) {
    if !lines.isEmpty { lines.append("") }
    lines += [String(repeating: "#", count: level) + " " + text]
  }

  private mutating func paragraph(_ text: String) {
    lines += [""] + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
  }

  private mutating func table(_ columns: [String], _ rows: [[String]]) {
    guard !rows.isEmpty else { return }
    lines += ["", Self.row(columns), Self.row(columns.map { _ in "---" })]
    lines += rows.map(Self.row)
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: " ") }.joined(separator: " | ") + " |"
  }

  private mutating func code(_ text: String, _ language: String) {
    // A fence is longer than any in the text.
    let longest = text.matches(of: /`+/).map { $0.0.count }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    lines +=
      ["", fence + language]
      + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    lines.append(fence)
  }

  private static func inline(_ text: String) -> String {
    text.isEmpty ? "" : text.contains("`") ? "`` \(text) ``" : "`\(text)`"
  }
}

// Servers and values.
extension MarkdownExport {
  private mutating func addServers() {
    let servers = api.workspace.definition.servers
    guard !servers.isEmpty else { return }
    heading(2, "Servers")
    table(["server", "URL"], servers.map { [$0.name.value, Self.inline($0.url.value)] })
  }

  private mutating func addValues() {
    let environments = api.workspace.environments
    let names = api.declaredNames.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard !names.isEmpty else { return }
    heading(2, "Values")
    let rows = names.map { name in
      [Self.inline(name), Self.text(name, in: api.variables)]
        + environments.map { Self.text(name, in: $0.definition.vars) }
    }
    table(["name", "all environments"] + environments.map(\.name), rows)
  }

  private static func text(_ name: String, in variables: [Variable]) -> String {
    switch variables.first(where: { $0.name.value == name })?.content.value {
    case nil: ""
    case .text(let text, _): inline(text)
    case .secret(.prompt): "secret, asked for"
    case .secret(.environment(let name)): "secret, from `\(name)`"
    case .secret(.command(let words)): "secret, from `\(ShellWords.line(of: words))`"
    }
  }
}

// Requests.
extension MarkdownExport {
  private mutating func add(_ request: ExportedRequest) {
    heading(3, request.id.lastPathPart)
    lines += ["", "`\(request.method) \(request.url)`"]
    if let docs = request.docs { paragraph(docs) }
    addRows("Path", request.variables)
    addRows("Query", request.wholeQuery)
    addRows("Headers", request.headers)
    if let auth = Self.words(for: request.auth) { paragraph("Authentication: \(auth).") }
    addBody(request)
    addExpectations(request)
    addRecorded(request)
  }

  private mutating func addRows(_ title: String, _ rows: [Row]) {
    guard !rows.isEmpty else { return }
    table(
      [title.lowercased(), "value", ""],
      rows.map { row in
        [Self.inline(row.name), Self.inline(row.value), row.isOn ? "" : "off"]
      })
  }

  private static func words(for auth: AuthDefinition) -> String? {
    switch auth {
    case .inherit, .anonymous: nil
    case .basic(let user): "basic, user \(inline(user.user.value))"
    case .digest(let user): "digest, user \(inline(user.user.value))"
    case .bearer(let token): "bearer \(inline(token.value))"
    case .apiKey(let key): "API key \(inline(key.name.value)) in the \(key.position?.value.rawValue ?? "header")"
    case .awsSigV4(let keys): "AWS Signature 4 for \(inline(keys.service.value)) in \(inline(keys.region.value))"
    case .oauth2(let grant) where grant.needsPerson:
      "OAuth 2, a person signs in at \(inline((grant.authorizationURL ?? grant.deviceURL ?? grant.tokenURL).value))"
    case .oauth2(let grant): "OAuth 2, tokens from \(inline(grant.tokenURL.value))"
    case .request(let login): "a token that \(inline(login.name.value)) gives"
    case .certificate: "a TLS client certificate"
    case .command(let words): "what \(inline(ShellWords.line(of: words))) prints"
    }
  }

  private mutating func addBody(_ request: ExportedRequest) {
    switch request.body {
    case nil: return
    case .json(let text)?: code(text.value, "json")
    case .text(let text)?: code(text.value, "")
    case .graphql(let query)?:
      code(query.query.value, "graphql")
      if let variables = query.variables { code(variables.value, "json") }
    case .form(let rows)?: addRows("Form", rows)
    case .multipart(let parts)?:
      table(
        ["part", "content", "type"],
        parts.map { part in
          switch part.content {
          case .text(let text): [Self.inline(part.name), Self.inline(text), part.type ?? ""]
          case .file(let path): [Self.inline(part.name), "the file \(Self.inline(path))", part.type ?? ""]
          }
        })
    case .file(let file)?: paragraph("The body is the file \(Self.inline(file.path.value)).")
    }
  }

  private mutating func addExpectations(_ request: ExportedRequest) {
    var expected = request.expect.jq.value.map { Self.inline($0.value.text) }
    if request.expect.status.origin != .standard { expected.insert("status \(request.expect.status.value)", at: 0) }
    expected += request.expect.headers.map(\.value).filter(\.isOn).map { "header \(Self.inline($0.name))" }
    if let limit = request.expect.within.value { expected.append("within \(DurationText.text(of: limit))") }
    if let schema = request.expect.schema.value { expected.append("the schema \(Self.inline(schema.text))") }
    if !expected.isEmpty { paragraph("Expects: \(expected.joined(separator: ", ")).") }
    let captures = request.capture.map { "\(Self.inline($0.path.value.description)) as \(Self.inline($0.key.value))" }
    if !captures.isEmpty { paragraph("Captures: \(captures.joined(separator: ", ")).") }
  }

  /// More of a response is no example any more.
  private static let longestExample = 4_000

  private mutating func addRecorded(_ request: ExportedRequest) {
    guard let last = api.recorded[request.id]?.first else { return }
    paragraph("Last response: \(last.status).")
    let text = last.json.map { JSONPrinter(indent: 2).string(of: $0) } ?? last.text ?? ""
    guard !text.isEmpty else { return }
    let cut = text.count > Self.longestExample ? text.prefix(Self.longestExample) + "\n…" : text[...]
    code(String(cut), last.json == nil ? "" : "json")
  }
}

// Groups.
extension MarkdownExport {
  private mutating func addGroups() {
    guard !api.groups.isEmpty else { return }
    heading(2, "Groups")
    for group in api.groups {
      heading(3, group.id)
      if let docs = group.definition.docs?.value { paragraph(docs) }
      lines.append("")
      add(group.definition.list, indent: "")
    }
  }

  private mutating func add(_ list: NodeListDefinition, indent: String) {
    let isSerial = list.serial != nil
    for (index, node) in list.nodes.enumerated() where node.disabled?.value != true {
      let mark = isSerial ? "\(index + 1)." : "-"
      lines.append("\(indent)\(mark) \(Self.words(for: node))")
      if !node.list.nodes.isEmpty { add(node.list, indent: indent + String(repeating: " ", count: mark.count + 1)) }
    }
  }

  private static func words(for node: NodeDefinition) -> String {
    var text = node.request.map { inline($0.value) } ?? node.group.map { "the group \(inline($0.value))" } ?? ""
    if node.list.serial != nil { text = "one after another:" }
    if node.list.concurrent != nil { text = "at the same time:" }
    if let name = node.local?.value { text = "\(inline(name)): \(inline(node.job.text))" }
    if let condition = node.when { text += ", when \(inline(condition.value.text))" }
    if let each = node.each { text += ", for each of \(inline(each.value.text))" }
    if let until = node.until { text += ", until \(inline(until.value.text))" }
    if node.always?.value == true { text += ", always" }
    return text
  }
}
