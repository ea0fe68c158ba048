extension Node {
  /// Names it for later nodes.
  public func named(_ name: String) -> Node {
    with { $0.name = name }
  }

  /// Leaves it out.
  public func disabled(_ isDisabled: Bool = true) -> Node {
    with { $0.isDisabled = isDisabled }
  }

  /// Runs it even after a failure that stops its serial group, and when the run is stopped, as cleaning up does.
  public func always(_ runsAlways: Bool = true) -> Node {
    with { $0.runsAlways = runsAlways }
  }

  /// Skips it unless this holds.
  public func when(_ condition: @escaping @Sendable (NodeInput) async throws -> Bool) -> Node {
    with { node in node.condition = { .bool(try await condition($0)) } }
  }

  /// Runs it once for each element of a list; each run finds its element as its input.
  /// - Parameters:
  ///   - limit: how many elements at once; one after the other by default.
  ///   - onFailure: the effect of a failed element on the others.
  public func each(
    limit: Int = 1, onFailure: RequestGroup.OnFailure = .stop,
    _ elements: @escaping @Sendable (NodeInput) async throws -> [JSONValue]
  ) -> Node {
    with { node in
      node.elements = { .array(try await elements($0)) }
      node.elementsAtOnce = limit
      node.onFailure = onFailure
    }
  }

  /// Runs it again until this holds, so often at most; when it does not hold then, the node has failed.
  public func until(
    every interval: Duration = .zero, attempts: Int, _ holds: @escaping @Sendable (NodeResult) async throws -> Bool
  ) -> Node {
    with { node in
      node.until = Until(every: interval, attempts: attempts) { result, _ in .bool(try await holds(result)) }
    }
  }

  /// Runs it again when it failed, as often as the control says.
  public func retrying(_ retry: CountedRetry?) -> Node {
    with { $0.retry = retry }
  }

  /// Lets a handler see the result first, and put another in its place; nil keeps it.
  public func completing(_ handler: Handler?) -> Node {
    with { $0.handler = handler }
  }

  /// Makes the request's model from the whole result before it; nil makes none. The first node of a group gets none.
  public func chaining(
    _ model: @escaping @Sendable (NodeResult) async throws -> (any Encodable & Sendable)?
  ) -> Node {
    guard case .request(let step) = kind else { return self }
    return with { node in
      node.kind = .request(
        step.making { input in
          var request = try await step.make(input)
          if let previous = input.previous { request.model = try await model(previous) }
          return request
        })
    }
  }

  private func with(_ change: (inout Node) -> Void) -> Node {
    var copy = self
    change(&copy)
    return copy
  }
}
