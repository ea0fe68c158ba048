internal import HTTPTypes
internal import ParleyEngine

// What the engine sends.
extension RenderedContent {
  func request(secrets: Secrets) throws -> Request {
    var request = Request(try method, url.text, server: effective.server?.value.name.value)
    request.name = effective.id
    request.query = Query(query.map { Query.Item($0.name, $0.value.text) })
    for row in headers { request = try request.adding(row) }
    request.body = try body?.forEngine
    request.validators = [effective.expect.status.value.validator].compactMap(\.self)
    request.options = transferOptions
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

  private var transferOptions: TransferOptions {
    var options = TransferOptions()
    if let timeout = effective.options.timeout.value { options.timeout = timeout }
    if let timeout = effective.options.connectTimeout.value { options.connectTimeout = timeout }
    if let redirects = effective.options.redirects.value { options.redirects = redirects }
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
    get throws {
      switch self {
      case .json(let text): .jsonText(text.text)
      case .text(let text): .text(text.text)
      case .form(let rows): .form(rows.map { ($0.name, $0.value.text) })
      case .graphql(let query): .jsonText(query.json)
      case .multipart, .file: throw RenderError.unfit(field: "The body", reason: "files cannot be sent")
      }
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
  var range: ClosedRange<Int> {
    switch self {
    case .code(let code): code...code
    case .family(let family): family * 100...family * 100 + 99
    }
  }
}
