import ParleyWorkspace

// A draft is the definition as a person types it: everything is text, so that nothing typed can be lost.

extension RequestDraft {
  init(_ definition: RequestDefinition) {
    self.init(
      method: definition.method?.value ?? "", url: definition.url.value, server: definition.server?.value,
      query: definition.query.map(DraftRow.init), headers: definition.headers.map(DraftRow.init),
      body: DraftBody(definition.body), expectedStatus: definition.expect.status?.value.typed ?? "",
      timeout: definition.options.timeout.map { DurationText.text(of: $0.value) } ?? "",
      redirects: definition.options.redirects.map { "\($0.value)" } ?? "", docs: definition.docs?.value ?? "")
  }
}

extension RequestDefinition {
  /// - Throws: `Problem` for what was typed and cannot stand in a file.
  /// - Parameter file: what the file says; what a draft has no field for stays as it is there.
  init(_ draft: RequestDraft, over file: RequestDefinition = RequestDefinition()) throws {
    self = file
    method = draft.method.isEmpty ? nil : Located(draft.method)
    url = Located(draft.url)
    server = draft.server.map { Located($0) }
    query = draft.query.map(Row.init)
    headers = draft.headers.map(Row.init)
    body = BodyDefinition(draft.body, over: file.body)
    expect.status = try draft.readStatus()
    options.timeout = try draft.readTimeout()
    options.redirects = try draft.readRedirects()
    docs = draft.docs.isEmpty ? nil : Located(draft.docs)
  }
}

extension Session {
  /// A draft of a request, over what its file says.
  func definition(_ draft: RequestDraft, of id: String) throws -> RequestDefinition {
    try RequestDefinition(draft, over: workspace.request(id)?.definition ?? RequestDefinition())
  }
}

extension RequestDraft {
  fileprivate func readStatus() throws -> Located<StatusExpectation>? {
    try read(expectedStatus, StatusExpectation.init(written:), "an expected status", "200, 2xx, or 2xx, 304, or any")
  }

  fileprivate func readTimeout() throws -> Located<Duration>? {
    try read(timeout, DurationText.parse, "a time-out", "200ms, 30s or 5m")
  }

  fileprivate func readRedirects() throws -> Located<Int>? {
    try read(redirects, { Int($0).flatMap { (0...100).contains($0) ? $0 : nil } }, "a number of redirects", "0 to 100")
  }

  private func read<Value>(
    _ text: String, _ parse: (String) -> Value?, _ what: String, _ examples: String
  ) throws -> Located<Value>? {
    guard !text.isEmpty else { return nil }
    guard let value = parse(text) else {
      throw Problem(code: "draft.value", "“\(text)” is not \(what).", advice: "Write it as \(examples).")
    }
    return Located(value)
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

extension DraftBody {
  fileprivate init(_ body: BodyDefinition?) {
    switch body {
    case nil: self = .none
    case .json(let text)?: self = .json(text.value)
    case .text(let text)?: self = .text(text.value)
    case .form(let rows)?: self = .form(rows.map(DraftRow.init))
    case .multipart?, .file?, .graphql?: self = .kept(body?.kind ?? "")
    }
  }
}

extension BodyDefinition {
  fileprivate init?(_ body: DraftBody, over file: BodyDefinition?) {
    switch body {
    case .none: return nil
    case .json(let text): self = .json(Located(text))
    case .text(let text): self = .text(Located(text))
    case .form(let rows): self = .form(rows.map(Row.init))
    case .kept:
      guard let file else { return nil }
      self = file
    }
  }
}
