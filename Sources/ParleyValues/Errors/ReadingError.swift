/// The reason the body of a response is not what the caller expected.
///
/// ```swift
/// let response = try await client.send(.get("/items").expecting([Item].self))
/// if let error = response.error as? ReadingError { warn(error.summary) }
/// ```
@nonexhaustive public enum ReadingError: Error, Sendable, Hashable {
  /// It is no JSON, where JSON is needed.
  case notJSON(reason: String)
  /// It is JSON, with more containers inside of one another than are read.
  case tooDeep(reason: String)
  /// It is JSON, but not an object or array as was asked for.
  case wrongKind(expected: String, found: String)
  /// The root that a mapping names does not lead to anything.
  case missingRoot(path: String, reason: String)
  /// It is not the model that is wanted.
  case notDecodable(type: String, reason: String)
  /// A codec, a mapping or one of its hooks refused it.
  case refused(by: String, reason: String)
  /// The bytes could not be read back.
  case unreadable(reason: String)
}

extension ReadingError: ExplainedError {
  public var code: String {
    switch self {
    case .notJSON: "answer.notJSON"
    case .tooDeep: "answer.tooDeep"
    case .wrongKind: "answer.wrongKind"
    case .missingRoot: "answer.missingRoot"
    case .notDecodable: "answer.notDecodable"
    case .refused: "answer.refused"
    case .unreadable: "answer.unreadable"
    }
  }

  public var summary: String {
    switch self {
    case .notJSON(let reason): "The response is not JSON: \(reason)."
    case .tooDeep(let reason): "The response \(reason)."
    case .wrongKind(let expected, let found): "The response is \(found), not \(expected)."
    case .missingRoot(let path, _): "The response has nothing at “\(path)”."
    case .notDecodable(let type, let reason): "The response is not a valid \(type): \(reason)."
    case .refused(let name, let reason): "The \(name) rejected the response: \(reason)."
    case .unreadable(let reason): "The response body cannot be read back: \(reason)."
    }
  }

  public var detail: String? {
    if case .missingRoot(_, let reason) = self { reason } else { nil }
  }

  public var advice: String? {
    switch self {
    case .notJSON: "Check the body. If it is correct, choose another codec."
    case .tooDeep: "The body can be shown and searched, but not decoded."
    case .wrongKind, .notDecodable: "Compare the body with the model it is decoded as."
    case .missingRoot: "Compare the root path with the body. A path looks like data.items."
    case .refused, .unreadable: nil
    }
  }
}

extension ReadingError {
  /// Anything that was thrown while a response was read.
  package init(_ error: any Error, as type: Any.Type? = nil, by name: String) {
    switch error {
    case let error as ReadingError: self = error
    case let error as JSONSyntaxError where error.code == .tooDeep: self = .tooDeep(reason: error.verdict)
    case let error as JSONSyntaxError: self = .notJSON(reason: Self.phrase(error))
    case let error as JSONDecodingError:
      self = .notDecodable(type: type.map { "\($0)" } ?? "model", reason: Self.phrase(error))
    default: self = .refused(by: name, reason: Self.phrase(error))
    }
  }

  /// Without the full stop, since it stands inside of a sentence.
  private static func phrase(_ error: any Error) -> String {
    let text = (error as? any ExplainedError)?.summary ?? "\(error)"
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
