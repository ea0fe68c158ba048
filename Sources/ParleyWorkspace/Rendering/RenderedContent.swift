internal import HTTPTypes
internal import ParleyEngine

/// The texts of a request, filled in.
struct RenderedContent {
  let effective: EffectiveRequest
  let url: RenderedText
  let query: [RenderedRequest.Row]
  let headers: [RenderedRequest.Row]
  let body: RenderedRequest.Body?

  init(_ effective: EffectiveRequest, using renderer: inout TemplateRenderer) async throws {
    self.effective = effective
    url = try await Self.url(of: effective, using: &renderer)
    query = try await Self.rows(effective.definition.query.map { Inherited($0, from: .request) }, using: &renderer)
    headers = try await Self.rows(effective.headers, using: &renderer)
    body = try await Self.body(effective.definition.body, using: &renderer)
  }

  private static func url(
    of effective: EffectiveRequest, using renderer: inout TemplateRenderer
  ) async throws -> RenderedText {
    let endpoint = try await renderer.render(effective.definition.url.value)
    guard !endpoint.text.isWholeURL, let server = effective.server?.value else { return endpoint }
    return endpoint.joined(to: try await renderer.render(server.url.value))
  }

  private static func rows(
    _ rows: [Inherited<Row>], using renderer: inout TemplateRenderer
  ) async throws -> [RenderedRequest.Row] {
    var result: [RenderedRequest.Row] = []
    for row in rows where row.value.isOn {
      let value = try await renderer.render(row.value.value)
      result.append(.init(name: row.value.name, value: value, origin: row.origin))
    }
    return result
  }

  private static func body(
    _ body: BodyDefinition?, using renderer: inout TemplateRenderer
  ) async throws -> RenderedRequest.Body? {
    switch body {
    case .json(let text): .json(try await renderer.render(json: text.value))
    case .text(let text): .text(try await renderer.render(text.value))
    case .form(let rows): .form(try await Self.rows(rows.map { Inherited($0, from: .request) }, using: &renderer))
    case nil: nil
    }
  }
}

extension RenderedText {
  /// An endpoint on a server's base.
  fileprivate func joined(to base: RenderedText) -> RenderedText {
    let server = Server(base.text)
    let whole = server.url(for: text)
    let inBase = base.fills.map { $0.moved(by: server.address.utf8.count - base.text.utf8.count) }
    let inEndpoint = whole.hasSuffix(text) ? fills.map { $0.moved(by: whole.utf8.count - text.utf8.count) } : []
    return RenderedText(whole, fills: inBase + inEndpoint)
  }
}

extension RenderedText.Fill {
  fileprivate func moved(by offset: Int) -> RenderedText.Fill {
    .init(
      range: range.lowerBound + offset..<range.upperBound + offset, template: template, source: source,
      isSecret: isSecret)
  }
}

// MARK: The engine's request

extension RenderedContent {
  func request(secrets: Secrets) throws -> Request {
    var request = Request(try method, url.text, server: effective.server?.value.name.value)
    request.name = effective.id
    request.query = Query(query.map { Query.Item($0.name, $0.value.text) })
    for row in headers { request = try request.adding(row) }
    request.body = body.map(\.forEngine)
    request.validators = [effective.status.value.validator].compactMap { $0 }
    request.options = options
    request.secrets = secrets
    return request
  }

  private var method: HTTPRequest.Method? {
    get throws {
      guard let name = effective.definition.method?.value else { return .get }
      if name == "none" { return nil }
      guard let method = HTTPRequest.Method(name) else {
        throw RenderError.unfit(field: "The method", reason: "it is no word")
      }
      return method
    }
  }

  private var options: TransferOptions {
    var options = TransferOptions()
    if let timeout = effective.timeout.value { options.timeout = timeout }
    if let redirects = effective.redirects.value { options.redirects = redirects }
    return options
  }
}

extension Request {
  fileprivate func adding(_ row: RenderedRequest.Row) throws -> Request {
    do throws(InvalidRequest) { return try header(row.name, row.value.text) } catch {
      throw RenderError.unfit(field: "The header \(row.name)", reason: "it has characters that no header may have")
    }
  }
}

extension RenderedRequest.Body {
  fileprivate var forEngine: Body {
    switch self {
    case .json(let text): .jsonText(text.text)
    case .text(let text): .text(text.text)
    case .form(let rows): .form(rows.map { ($0.name, $0.value.text) })
    }
  }
}

extension StatusExpectation {
  /// `nil` where any status will do.
  fileprivate var validator: Validator? {
    guard case .oneOf(let patterns) = self else { return nil }
    return .status(in: patterns.map(\.range))
  }
}

extension StatusPattern {
  fileprivate var range: ClosedRange<Int> {
    switch self {
    case .code(let code): code...code
    case .family(let family): family * 100...family * 100 + 99
    }
  }
}
