package import JQ
package import ParleyEngine

/// Evaluates filters within bounds, on threads that may be busy for long. Cancelling a task ends its evaluation.
package struct JQEvaluator: Sendable {
  private let limits: JQLimits

  /// Nobody waits longer for a filter, or spares more for it.
  package static let standardLimits = JQLimits(
    steps: 50_000_000, outputs: 100_000, memory: 192 << 20, time: .milliseconds(1_500))

  package init(limits: JQLimits = standardLimits) {
    self.limits = limits
  }

  /// All that a filter gives, in order.
  package func values(of filter: JQFilter, on input: JQInput) async throws(JQError) -> [JSONValue] {
    try await evaluate { [limits] isCancelled throws(JQRuntimeError) in
      var values: [JSONValue] = []
      try filter.program.forEachValue(
        of: JQDocument(input.value), variables: input.variables(for: filter), hiding: input.secrets, limits: limits,
        isCancelled: isCancelled
      ) { values.append($0) }
      return values
    }
  }

  /// Evaluates a filter on each of many values separately: an error with one of them does not affect the others.
  /// - Parameter input: the variables that the filter sees.
  package func values(
    of filter: JQFilter, onEach values: [JSONValue], with input: JQInput
  ) async -> [Result<[JSONValue], JQError>] {
    let variables = input.variables(for: filter)
    let results = try? await evaluate { [limits] isCancelled throws(JQRuntimeError) in
      values.map { value in
        Result { () throws(JQRuntimeError) in
          try filter.program.values(of: value, variables: variables, limits: limits, isCancelled: isCancelled)
        }.mapError(JQError.failed)
      }
    }
    return results ?? []
  }

  /// The one value that a filter gives.
  /// - Throws: `JQError.notOne` when it gives none or several.
  package func value(of filter: JQFilter, on input: JQInput) async throws(JQError) -> JSONValue {
    let values = try await values(of: filter, on: input)
    guard values.count == 1 else { throw .notOne(values.count) }
    return values[0]
  }

  /// The same, with where its parts came from.
  package func trace(of filter: JQFilter, on input: JQInput) async throws(JQError) -> JQTrace {
    let traces = try await evaluate { [limits] isCancelled throws(JQRuntimeError) in
      try filter.program.traces(
        of: input.value, variables: input.variables(for: filter), hiding: input.secrets, limits: limits,
        isCancelled: isCancelled)
    }
    guard traces.count == 1 else { throw .notOne(traces.count) }
    return traces[0]
  }

  /// The parts of a condition and their values.
  package func reasons(of filter: JQFilter, on input: JQInput) async -> [JQPart] {
    let parts = try? await evaluate { _ throws(JQRuntimeError) in
      filter.program.reasons(on: input.value, variables: input.variables(for: filter), hiding: input.secrets)
    }
    return parts ?? []
  }

  /// The losses and choices on the way to a part of a filter's value.
  /// - Parameter row: whether a place of the input is the row that is asked about.
  package func findings(
    of filter: JQFilter, at path: ValuePath, on input: JQInput, about row: (@Sendable (JQPath) -> Bool)? = nil
  ) async -> [JQFinding] {
    let segments = path.segments.map { segment -> JQPath.Segment in
      switch segment {
      case .key(let name): .key(name)
      case .index(let index): .index(index)
      }
    }
    let findings = try? await evaluate { _ throws(JQRuntimeError) in
      filter.program.findings(
        at: segments, on: input.value, variables: input.variables(for: filter), hiding: input.secrets, about: row)
    }
    return findings ?? []
  }

  private func evaluate<Result: Sendable>(
    _ work: @escaping @Sendable (_ isCancelled: @escaping () -> Bool) throws(JQRuntimeError) -> Result
  ) async throws(JQError) -> Result {
    let isCancelled = Lock(false)
    let result = await withTaskCancellationHandler {
      await Blocking.result { () throws(JQRuntimeError) in try work { isCancelled.withLock { $0 } } }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
    do throws(JQRuntimeError) { return try result.get() } catch { throw .failed(error) }
  }
}

extension JSONValue {
  /// Whether jq counts the value as true: everything but `false` and `null`.
  package var isTruthy: Bool { self != .null && self != .bool(false) }
}
