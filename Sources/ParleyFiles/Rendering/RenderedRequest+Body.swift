internal import ParleyEngine

extension RenderedRequest {
  mutating func addBody() throws {
    request.compressesBody = effective.options.gzip.value
    if let model = try model {
      request.model = model
      request.serialization = effective.serialization.value.forEngine
      request.mapping = effective.root.value.map { Mapping(requestRoot: $0) }
    } else {
      request.body = body?.forEngine
    }
  }

  /// The parsed JSON body, if it is transformed before it is sent; nil if it is sent as it is written.
  private var model: JSONValue? {
    get throws {
      guard case .json(let text) = body, effective.root.value != nil || effective.serialization.value.isConversion
      else {
        return nil
      }
      do throws(JSONSyntaxError) { return try JSONValue(parsing: text.text) } catch {
        throw RenderError.unfit(field: "The body", reason: "it \(error.verdict)")
      }
    }
  }
}

extension SerializationName {
  /// JSON, and what is sent as it is, need not be understood.
  fileprivate var isConversion: Bool { self == .url || self == .form }

  fileprivate var forEngine: Serialization {
    switch self {
    case .json: .json
    case .url: .url
    case .form: .form
    case .raw: .none
    }
  }
}

extension RenderedRequest.Body {
  fileprivate var forEngine: Body {
    switch self {
    case .json(let text): .jsonText(text.text)
    case .text(let text): .text(text.text)
    case .form(let rows): .form(rows.map { ($0.name, $0.value.text) })
    case .multipart(let parts): .multipart(parts.map(\.forEngine))
    case .file(let file): file.forEngine
    case .graphql(let query): .jsonText(query.json)
    }
  }
}

extension RenderedRequest.BodyFile {
  fileprivate var forEngine: Body {
    let body = Body.file(path, contentType: type)
    return sendsMD5 ? body.withContentMD5() : body
  }
}

extension RenderedRequest.BodyPart {
  fileprivate var forEngine: Part {
    switch content {
    case .text(let text): Part(name, .bytes(Array(text.text.utf8)), filename: fileName, contentType: type)
    case .file(let path): .file(name, path, filename: fileName, contentType: type)
    }
  }
}
