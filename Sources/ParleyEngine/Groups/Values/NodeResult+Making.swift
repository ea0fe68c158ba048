extension NodeResult {
  /// Of a response, as its step reads it.
  init(_ response: Response, of exchange: ExchangeID, readBy read: (@Sendable (Response) throws -> JSONValue)?) {
    self.init(response.isAccepted ? .succeeded : .failed, response: response, error: response.error)
    self.exchange = exchange
    takeValue(of: response, readBy: read)
  }

  mutating func takeValue(of response: Response, readBy read: (@Sendable (Response) throws -> JSONValue)?) {
    output = .answer(
      LazyValue {
        guard let read else { return response.stepValue }
        return try? read(response)
      })
  }

  /// Of a request that got no response, and of anything else that threw. What throws once nobody wants its result any more, throws
  /// for that reason, in whatever words.
  init(_ error: any Error) {
    switch error {
    case RequestError.cancelled: self.init(.cancelled, error: RequestError.cancelled)
    case is CancellationError: self = .cancelled
    case _ where Task.isCancelled: self = .cancelled
    case let error as any ExplainedError: self = .failure(error)
    default: self = .failure(GroupError.threw(String(describing: error)))
    }
  }

  /// Of a group whose nodes gave these.
  init(_ group: RequestGroup, _ results: [NodeResult]) {
    let names = group.nodes.map(\.name)
    self.init(of: results, named: names)
    switch group.order {
    case .serial:
      let last = results.last { $0.hasRun }
      secretParts = last?.secrets ?? SecretParts.none
      output = .nodes(LazyValue { last?.value })
    case .concurrent:
      secretParts = Self.parts(of: results, at: names.map(ValuePath.Segment.key))
      output = .nodes(LazyValue { .object(JSONObject(zip(names, results).map { ($0, $1.value ?? .null) })) })
    }
  }

  /// Of a node that ran for each element of a list.
  init(elements results: [NodeResult]) {
    self.init(of: results, named: results.indices.map { "[\($0)]" })
    secretParts = Self.parts(of: results, at: results.indices.map(ValuePath.Segment.index))
    output = .nodes(LazyValue { .array(results.map { $0.value ?? .null }) })
  }

  private static func parts(of results: [NodeResult], at segments: [ValuePath.Segment]) -> SecretParts {
    var parts = SecretParts()
    for (result, segment) in zip(results, segments) where result.isSecret {
      parts.insert(result.secrets, at: ValuePath([segment]))
    }
    return parts
  }

  private init(of results: [NodeResult], named names: [String]) {
    let failed = results.indices.filter { results[$0].state == .failed }
    if !failed.isEmpty {
      self.init(.failed, error: GroupError.nodesFailed(failed.map { names[$0] }))
    } else {
      self.init(results.contains(.cancelled) || results.contains(.neverRan) ? .cancelled : .succeeded)
    }
    self.results = results
    isSecret = results.indices.contains { results[$0].isSecret }
    masked = results.indices.lazy.compactMap { results[$0].masked }.first
  }

  /// As a recording keeps it: without what the history has already.
  var recordedOutput: NodeRecord.Output {
    switch output {
    case .none: .none
    case .value(let value): .value(value)
    case .answer: exchange.map(NodeRecord.Output.answer) ?? .none
    case .nodes: .nodes
    }
  }
}

extension [NodeResult] {
  /// Whether any node ended so. By its place, since a result is not copied then to be looked at.
  func contains(_ state: NodeResult.State) -> Bool {
    indices.contains { self[$0].state == state }
  }
}

extension Response {
  /// The value that the next step of a group gets from a response by default.
  fileprivate var stepValue: JSONValue? {
    switch model {
    case let value as JSONValue: return value
    case let opened as any PayloadHolder: return opened.jsonPayload(as: codec.coding)
    case let model as any Encodable: return try? JSONValue(encoding: model, as: codec.coding)
    default: break
    }
    guard body.count > 0, body.count <= Self.longestStepValue else { return nil }
    return (try? content().json()) ?? (try? text()).map(JSONValue.string)
  }

  /// In bytes. A larger response is nothing to pick a value from.
  private static let longestStepValue = 64 << 20
}

/// An opened envelope, whatever it is and whatever is in it.
private protocol PayloadHolder {
  func jsonPayload(as coding: JSONCoding) -> JSONValue?
}

extension Enveloped: PayloadHolder {
  fileprivate func jsonPayload(as coding: JSONCoding) -> JSONValue? {
    switch payload {
    case let value as JSONValue: value
    case let model as any Encodable: try? JSONValue(encoding: model, as: coding)
    default: nil
    }
  }
}
