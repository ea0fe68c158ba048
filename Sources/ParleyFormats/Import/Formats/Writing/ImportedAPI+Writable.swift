internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

// Pieces that no file of a workspace can hold, each listed with its place: rows without a name, one value captured
// twice, a variable declared twice, and the like. What is left is imported.
extension ImportedAPI {
  /// The same without them, and without credentials.
  func writable() -> ImportedAPI {
    var api = withoutCredentials()
    api.askInEnvironments()
    api.variables = Self.once(api.variables, at: "variables", &api.notes)
    var names = ImportNames()
    for index in api.environments.indices {
      let name = names.free(api.environments[index].name)
      api.environments[index].name = name
      api.environments[index].variables = Self.once(
        api.environments[index].variables, at: "environments/\(name)", &api.notes)
    }
    api.servers = Self.once(api.servers, &api.notes)
    api.folders = Self.once(api.folders, &api.notes)
    for index in api.folders.indices {
      let place = api.folders[index].path
      api.folders[index].defaults.headers = api.folders[index].defaults.headers.writableHeaders(at: place, &api.notes)
    }
    api.defaults.headers = api.defaults.headers.writableHeaders(at: "defaults", &api.notes)
    for index in api.requests.indices { api.requests[index] = api.requests[index].writable(&api.notes) }
    return api
  }

  /// Only an environment can ask for a value.
  private mutating func askInEnvironments() {
    let asked = variables.filter { if case .secret = $0.content.value { true } else { false } }
    guard !asked.isEmpty else { return }
    variables.removeAll(where: asked.contains)
    if environments.isEmpty { environments = [ImportedEnvironment(name: "local", variables: [])] }
    for index in environments.indices {
      let known = Set(environments[index].variables.map(\.name.value))
      environments[index].variables += asked.filter { !known.contains($0.name.value) }
    }
  }

  /// The last value of a name counts, as in the programs that allow two.
  private static func once(_ variables: [Variable], at place: String, _ notes: inout [ImportNote]) -> [Variable] {
    var result: [Variable] = []
    for variable in variables {
      guard Variable.isName(variable.name.value) else {
        notes.append(
          ImportNote(place, "The variable \(Printable.quoted(variable.name.value)) was left out: it cannot be a name."))
        continue
      }
      guard let index = result.firstIndex(where: { $0.name.value == variable.name.value }) else {
        result.append(variable)
        continue
      }
      if result[index].content.value != variable.content.value {
        notes.append(
          ImportNote(
            place, "\(Printable.quoted(variable.name.value)) is declared more than once: the last value is taken."))
      }
      result[index] = variable
    }
    return result
  }

  private static func once(_ servers: [ServerDefinition], _ notes: inout [ImportNote]) -> [ServerDefinition] {
    var result: [ServerDefinition] = []
    for server in servers where !server.url.value.isEmpty {
      if result.contains(where: { $0.name.value == server.name.value }) {
        notes.append(
          ImportNote("servers", "The server \(Printable.quoted(server.name.value)) is named twice: the first is taken.")
        )
      } else {
        result.append(server)
      }
    }
    return result
  }

  private static func once(_ folders: [ImportedFolder], _ notes: inout [ImportNote]) -> [ImportedFolder] {
    var paths: Set<String> = []
    return folders.filter { folder in
      let isFirst = paths.insert(folder.path.lowercased()).inserted
      if !isFirst {
        notes.append(ImportNote(folder.path, "Two folders have this name: what the second says was left out."))
      }
      return isFirst
    }
  }
}

extension ImportedRequest {
  fileprivate func writable(_ notes: inout [ImportNote]) -> ImportedRequest {
    var request = self
    let leftOut = { (what: String) in ImportNote(id, "\(what).") }
    if let method = definition.method?.value, !method.isToken || method != method.uppercased() {
      request.definition.method = nil
      notes.append(leftOut("The method \(Printable.quoted(method)) was left out: it cannot be one"))
    }
    if definition.url.value.contains(where: \.isNewline) {
      request.definition.url = Located(definition.url.value.filter { !$0.isNewline })
      notes.append(leftOut("Line breaks in its URL were left out"))
    }
    request.definition.headers = definition.headers.writableHeaders(at: id, &notes)
    request.definition.query = definition.query.writable("query parameter", at: id, &notes)
    request.definition.path = definition.path.writable("path variable", at: id, &notes).onceByName(at: id, &notes)
    // In a description, segments that are variables are known, and one without a value has to get one.
    if definition.operation == nil { request.definition.url = Located(request.definition.urlWithLiteralColons) }
    request.definition.capture = definition.capture.onceByKey(at: id, &notes)
    request.definition.body = writable(definition.body, &request.definition.headers, &notes)
    // The boundary belongs to the type, and is new in each message.
    if case .multipart? = request.definition.body {
      request.definition.headers.removeAll { $0.isOn && $0.isMultipartType }
    }
    request.definition.moveKeyIntoQuery()
    return request
  }

  private func writable(
    _ body: BodyDefinition?, _ headers: inout [Row], _ notes: inout [ImportNote]
  ) -> BodyDefinition? {
    switch body {
    case .form(let rows):
      guard rows.contains(where: { $0.isOn && !$0.name.isRowName }) else {
        return BodyDefinition.form(rows.writable("form field", at: id, &notes)).unlessEmpty
      }
      if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
        headers.append(Row("Content-Type", ImportedForm.type))
      }
      notes.append(ImportNote(id, "A field of its form has no name, or a template in it: the form became a text."))
      return .text(Located(rows.filter(\.isOn).map(\.formText).joined(separator: "&")))
    case .multipart(let parts):
      return BodyDefinition.multipart(parts.compactMap { writable($0, &notes) }).unlessEmpty
    default: return body
    }
  }

  private func writable(_ part: PartDefinition, _ notes: inout [ImportNote]) -> PartDefinition? {
    guard part.name.isRowName else {
      notes.append(
        ImportNote(id, "The part \(Printable.quoted(part.name)) was left out: it cannot be the name of one."))
      return nil
    }
    guard let type = part.type, !type.contains("/") || type.utf8.contains(where: \.isLineBreak) else { return part }
    var part = part
    part.type = nil
    notes.append(
      ImportNote(
        id, "The content type \(Printable.quoted(type)) of the part \(Printable.quoted(part.name)) was left out."))
    return part
  }
}

extension RequestDefinition {
  /// A query parameter may have any name, and authentication only that of a header.
  fileprivate mutating func moveKeyIntoQuery() {
    guard case .apiKey(let key)? = auth?.value, key.position?.value == .query, !key.name.value.isToken,
      key.name.value.isRowName
    else { return }
    auth = Located(.anonymous)
    query.append(Row(key.name.value, key.value.value))
  }

  /// A segment that begins with a colon, and for which there is no value, is meant as it stands.
  fileprivate var urlWithLiteralColons: String {
    if path.isEmpty { return PathTemplate.literal(url.value) }
    let names = Set(path.map(\.name))
    let end = url.value.firstIndex { $0 == "?" || $0 == "#" } ?? url.value.endIndex
    let segments = url.value[..<end].split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
      let variable = PathTemplate("/" + segment).names.first
      return segment.hasPrefix(":") && variable.map { !names.contains($0) } == true ? "\\" + segment : String(segment)
    }
    return segments.joined(separator: "/") + url.value[end...]
  }
}

extension [Row] {
  fileprivate func writable(_ kind: String, at place: String, _ notes: inout [ImportNote]) -> [Row] {
    filter { row in
      if row.name.isRowName { return true }
      let reason = row.name.isEmpty ? "without a name" : "\(Printable.quoted(row.name)), whose name has a template,"
      notes.append(ImportNote(place, "A \(kind) \(reason) was left out."))
      return false
    }
  }

  fileprivate func writableHeaders(at place: String, _ notes: inout [ImportNote]) -> [Row] {
    compactMap { row in
      guard row.name.isToken, !row.name.hasTemplateMark else {
        notes.append(
          ImportNote(place, "The header \(Printable.quoted(row.name)) was left out: it cannot be the name of one."))
        return nil
      }
      guard row.value.utf8.contains(where: \.isLineBreak) else { return row }
      notes.append(ImportNote(place, "Line breaks in the header \(Printable.quoted(row.name)) became blanks."))
      let value = row.value.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: " ")
      return Row(row.name, value, isOn: row.isOn)
    }
  }

  fileprivate func onceByName(at place: String, _ notes: inout [ImportNote]) -> [Row] {
    var names: Set<String> = []
    return filter { row in
      guard row.isOn, !names.insert(row.name).inserted else { return true }
      notes.append(
        ImportNote(place, "The path variable \(Printable.quoted(row.name)) has two values: the first is taken."))
      return false
    }
  }
}

extension [CaptureDefinition] {
  /// The last one counts, as in a script that sets a value twice.
  fileprivate func onceByKey(at place: String, _ notes: inout [ImportNote]) -> [CaptureDefinition] {
    var result: [CaptureDefinition] = []
    for capture in self where !capture.key.value.isEmpty {
      let same = result.firstIndex { $0.key.value == capture.key.value }
      guard let same else {
        result.append(capture)
        continue
      }
      if !capture.isOn { continue }
      if result[same].isOn {
        let path = Printable.text(result[same].path.value.description)
        notes.append(
          ImportNote(
            place, "\(Printable.quoted(capture.key.value)) is set more than once: the last one counts, not \(path)."))
      }
      result[same] = capture
    }
    return result
  }
}

extension Row {
  fileprivate var isMultipartType: Bool {
    name.lowercased() == "content-type" && MediaTypeName(value).isMultipart
  }

  fileprivate var formText: String {
    "\(name.encodedBetweenTemplates(PercentText.encoded))=\(value.encodedBetweenTemplates(PercentText.encoded))"
  }
}

extension String {
  /// Whether rows other than headers can have this name.
  fileprivate var isRowName: Bool { !isEmpty && !hasTemplateMark }
}
