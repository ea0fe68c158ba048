import JQ
import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// A draft is the definition as a person types it: everything is text, so that nothing typed can be lost.

extension RequestDraft {
  init(_ definition: RequestDefinition) {
    self.init(
      method: definition.method?.value ?? "", url: definition.url.value, server: definition.server?.value,
      path: definition.path.map(DraftRow.init), query: definition.query.map(DraftRow.init),
      headers: definition.headers.map(DraftRow.init), body: DraftBody(of: definition),
      expectedHeaders: definition.expect.headers.map(DraftRow.init),
      expectedFilters: definition.expect.jq.map(\.value.text), captures: definition.capture.map(DraftRow.init),
      docs: definition.docs?.value ?? "")
    for key in SettingKey.allCases {
      if let field = SettingField(key) { self[key] = field.read(definition) }
    }
    for (key, text) in definition.auth?.value.settings ?? [] { self[key] = text }
  }
}

extension RequestDefinition {
  /// - Throws: `Problem` for typed text that a file cannot hold.
  /// - Parameter file: the definition in the file. Values that were not edited, and those that a draft has no field
  ///   for, are kept.
  init(_ draft: RequestDraft, over file: RequestDefinition = RequestDefinition()) throws {
    self = file
    let before = RequestDraft(file)
    if draft.method.isOther(than: before.method) { method = draft.method.isEmpty ? nil : Located(draft.method) }
    if draft.url.isOther(than: before.url) { url = Located(draft.url) }
    if draft.server != before.server { server = draft.server.map { Located($0) } }
    if draft.docs.isOther(than: before.docs) { docs = draft.docs.isEmpty ? nil : Located(draft.docs) }
    writeRows(of: draft)
    body = BodyDefinition(draft.body, over: file.body)
    messages = try draft.body.messages(over: file)
    expect.jq = try draft.expectedFilters.filter { !$0.isEmpty }.map { Located(try JQFilter(typed: $0)) }
    capture = try draft.captures.map(CaptureDefinition.init)
    if draft.authorizes(otherThan: before) { auth = try AuthDefinition(draft).map { Located($0) } }
    for key in SettingKey.allCases where draft[key].isOther(than: before[key]) { try write(draft[key], as: key) }
  }

  private mutating func writeRows(of draft: RequestDraft) {
    path = draft.path.map(Row.init)
    query = draft.query.map(Row.init)
    headers = draft.headers.map(Row.init)
    expect.headers = draft.expectedHeaders.map(Row.init)
  }

  fileprivate mutating func write(_ text: String, as key: SettingKey) throws {
    guard let field = SettingField(key) else { return }
    do {
      try field.write(text, &self)
    } catch {
      throw Problem(code: "draft.value", "“\(text)” is not a value of \(key.label).", advice: key.advice(for: text))
    }
  }
}

extension SettingKey {
  /// A number alone is a time to everybody who knows curl; which unit it has is asked for with that number.
  fileprivate func advice(for text: String) -> String {
    guard field.kind == .duration, text.allSatisfy({ $0.isNumber || $0 == "." }) else { return field.form }
    return "It needs a unit, as in \(text)s or \(text)ms."
  }
}

extension RequestDraft {
  /// Of another kind, or in other words.
  fileprivate func authorizes(otherThan before: RequestDraft) -> Bool {
    ([.auth] + SettingKey.fields(ofAuth: self[.auth])).contains { self[$0].isOther(than: before[$0]) }
  }
}

extension String {
  /// Not the same scalars. Swift takes `é` in one scalar and in two for equal; a server need not.
  fileprivate func isOther(than text: String) -> Bool { !utf8.elementsEqual(text.utf8) }
}

extension Session {
  /// The definition in a request's file, or that of defaults as a request.
  private func saved(_ id: String) throws -> RequestDefinition? {
    guard let place = RequestID(rawValue: id).defaults else { return workspace.request(id)?.definition }
    return RequestDefinition(saying: try place.defaults(in: workspace))
  }

  /// A draft in which the file's values stand where what was typed is no value of a setting, and the problem of each of these.
  func readable(_ draft: RequestDraft, of id: String) -> (draft: RequestDraft, problems: [FieldProblem]) {
    guard let file = try? saved(id) ?? RequestDefinition() else { return (draft, []) }
    let before = RequestDraft(file)
    var (draft, problems) = (draft, [FieldProblem]())
    for key in SettingKey.allCases where draft[key].isOther(than: before[key]) {
      var definition = file
      do {
        try definition.write(draft[key], as: key)
      } catch {
        problems.append(FieldProblem(Problem(error), in: .setting(key)))
        draft[key] = before[key]
      }
    }
    return (draft, problems)
  }

  /// A draft of a request, over what its file says.
  func definition(_ draft: RequestDraft, of id: String) throws -> RequestDefinition {
    var draft = draft
    if let address = address(typedIn: draft, of: id) { draft.url = address.url }
    return try RequestDefinition(draft, over: try saved(id) ?? RequestDefinition())
  }

  /// The address without a scheme that somebody typed; nil if there is none. If there is a server, the text may be a
  /// path on it, unless it can only be an address; a URL that is in the file already keeps its meaning.
  func address(typedIn draft: RequestDraft, of id: String) -> TypedAddress? {
    guard RequestID(rawValue: id).defaults == nil, let address = TypedAddress(draft.url),
      workspace.request(id)?.definition.url.value != draft.url
    else {
      return nil
    }
    return address.isCertain || workspace.definition.servers.isEmpty ? address : nil
  }
}

extension DraftRow {
  fileprivate init(_ row: Row) {
    self.init(row.name, row.value, isOn: row.isOn)
  }
}

extension Row {
  fileprivate init(_ row: DraftRow) {
    self.init(row.name, row.value, isOn: row.isOn)
  }
}

extension JQFilter {
  init(typed text: String) throws {
    do throws(JQCompileError) {
      try self.init(parsing: text)
    } catch {
      throw Problem(
        code: "draft.filter", "“\(text)” is not a jq filter: column \(error.column), \(error.message.ended)",
        advice: "Write what must be true of the response, such as .total > 0.")
    }
  }
}

extension DraftRow {
  fileprivate init(_ capture: CaptureDefinition) {
    let expiry = capture.expiry.words
    let path = capture.path.value.description
    self.init(capture.key.value, expiry.isEmpty ? path : "\(path) \(expiry)", isOn: capture.isOn)
  }
}

extension CaptureDefinition {
  fileprivate init(_ row: DraftRow) throws {
    guard !row.name.isEmpty, row.value.hasPrefix("."), let (path, expiry) = Self.parts(of: row.value) else {
      throw Problem(
        code: "draft.capture", "“\(row.value)” is not a path to capture as “\(row.name)”.",
        advice:
          "Write a path such as .token or .items[0].id; behind it may stand ttl 30m, expires jwt or expires .expires_in."
      )
    }
    self.init(key: Located(row.name), path: Located(path), isOn: row.isOn, expiry: expiry)
  }

  /// A path, and behind it what says when the value expires: `.token ttl 30m`.
  private static func parts(of text: String) -> (ValuePath, ExpiryDefinition)? {
    if let path = try? ValuePath(parsing: text) { return (path, ExpiryDefinition()) }
    for word in [" ttl ", " expires "] {
      guard let start = text.ranges(of: word).last?.lowerBound,
        let expiry = ExpiryDefinition(words: String(text[start...])),
        let path = try? ValuePath(parsing: String(text[..<start]))
      else { continue }
      return (path, expiry)
    }
    return nil
  }
}

extension DraftPart {
  fileprivate init(_ part: PartDefinition) {
    let (value, isFile) =
      switch part.content {
      case .text(let text): (text, false)
      case .file(let path): (path, true)
      }
    self.init(
      DraftRow(part.name, value, isOn: part.isOn), isFile: isFile, type: part.type ?? "", fileName: part.fileName ?? "")
  }
}

extension PartDefinition {
  fileprivate init(_ part: DraftPart) {
    self.init(
      part.row.name, part.isFile ? .file(part.row.value) : .text(part.row.value),
      type: part.type.isEmpty ? nil : part.type, fileName: part.fileName.isEmpty ? nil : part.fileName,
      isOn: part.row.isOn)
  }
}

extension DraftBody {
  fileprivate init(of request: RequestDefinition) {
    switch request.body {
    case nil where !request.messages.isEmpty: self = .messages(request.messages.map(DraftRow.init))
    case nil: self = .none
    case .json(let text)?: self = .json(text.value)
    case .text(let text)?: self = .text(text.value)
    case .form(let rows)?: self = .form(rows.map(DraftRow.init))
    case .multipart(let parts)?: self = .multipart(parts.map(DraftPart.init))
    case .file?: self = .file
    case .graphql(let query)?: self = .graphql(query: query.query.value, variables: query.variables?.value ?? "")
    }
  }
}

extension BodyDefinition {
  /// - Parameter file: the body in the file that this one replaces.
  fileprivate init?(_ body: DraftBody, over file: BodyDefinition?) {
    switch body {
    case .none, .messages: return nil
    case .json(let text): self = .json(Located(text))
    case .text(let text): self = .text(Located(text))
    case .form(let rows): self = .form(rows.map(Row.init))
    case .multipart(let parts): self = .multipart(parts.map(PartDefinition.init))
    case .file:
      // Its path and all else about it are settings.
      if case .file? = file { self = file ?? .file(FileDefinition()) } else { self = .file(FileDefinition()) }
    case .graphql(let query, let variables):
      var definition = GraphQLDefinition()
      if case .graphql(let before)? = file { definition = before }
      definition.query = Located(query)
      definition.variables = variables.isEmpty ? nil : Located(variables)
      self = .graphql(definition)
    }
  }
}
