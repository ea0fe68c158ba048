extension NodeResult {
  /// Of an answer, as its step reads it.
  init(_ response: Response, readBy read: (@Sendable (Response) throws -> JSONValue)?) {
    let result = NodeResult(response.succeeded ? .succeeded : .failed, response: response, error: response.error)
    self = result.reading { read.map { read in try? read(response) } ?? response.stepValue }
  }

  /// Of a request that got no answer, and of anything else that threw.
  init(_ error: any Error) {
    switch error {
    case RequestError.cancelled, is CancellationError: self = .cancelled
    case let error as any ExplainedError: self = .failure(error)
    default: self = .failure(GroupError.threw(String(describing: error)))
    }
  }
}

extension Response {
  /// What the next step of a group gets of an answer where nobody said anything else.
  fileprivate var stepValue: JSONValue? {
    switch model {
    case let value as JSONValue: return value
    case let opened as any PayloadHolder: return opened.jsonPayload
    case let model as any Encodable: return try? JSONValue(encoding: model)
    default: break
    }
    guard body.count > 0, body.count <= Self.longestStepValue else { return nil }
    return (try? content().json()) ?? (try? text()).map(JSONValue.string)
  }

  /// In bytes. A larger answer is nothing to pick a value from.
  private static let longestStepValue = 64 << 20
}

/// An opened envelope, whatever it is and whatever is in it.
private protocol PayloadHolder {
  var jsonPayload: JSONValue? { get }
}

extension Enveloped: PayloadHolder {
  fileprivate var jsonPayload: JSONValue? {
    switch payload {
    case let value as JSONValue: value
    case let model as any Encodable: try? JSONValue(encoding: model)
    default: nil
    }
  }
}
