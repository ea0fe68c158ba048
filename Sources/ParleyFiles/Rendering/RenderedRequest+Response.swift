package import ParleyEngine
internal import ParleyText

// What becomes of the response.
extension RenderedRequest {
  mutating func addExpectations() {
    let expect = effective.expect
    request.validators =
      [expect.status.validator].compactMap(\.self)
      + expectedHeaders.map { .header($0.name, $0.value.text.isEmpty ? nil : $0.value.text) }
      + [expect.within.value.map(Validator.within)].compactMap(\.self)
    request.retry = effective.retry.value?.forEngine
    if effective.duplicates.origin != .standard { request.duplicates = effective.duplicates.value.forEngine }
    request.hold = effective.hold.value
  }

  mutating func addReading() {
    request.codecKey = effective.response.codec.value?.rawValue
    guard let root = effective.response.root.value else { return }
    var mapping = request.mapping ?? Mapping()
    if effective.response.envelope.value == .unopened {
      mapping.responseRoot = root
    } else {
      mapping.afterDecoding = Self.checking(root)
    }
    request.mapping = mapping
  }

  /// An envelope is opened from the whole document, and a root counts from there too: it only has to be there.
  private static func checking(_ root: String) -> Mapping.DecodingHook {
    let rooted = Mapping(responseRoot: root)
    return { model, _ in
      if let document = model as? JSONValue { _ = try rooted.rooted(document) }
      return model
    }
  }
}

extension Validator {
  /// The whole exchange, from the first byte sent to the last one received.
  fileprivate static func within(_ limit: Duration) -> Validator {
    let expected = "a response within \(DurationText.text(of: limit))"
    return Validator(expected) { response in
      let taken = response.timings.total
      return taken <= limit ? nil : "it took \(DurationText.text(of: taken))"
    }
  }
}

extension RetryDefinition {
  package var forEngine: CountedRetry {
    .attempts(
      retries.value, delay: delay?.value ?? .zero, backoff: backoff?.value.forEngine ?? .constant,
      jitter: jitter?.value ?? 0, statuses: status?.value.ranges, honoursRetryAfter: retryAfter?.value ?? true)
  }
}

extension RetryDefinition.Backoff {
  fileprivate var forEngine: CountedRetry.Backoff {
    switch self {
    case .constant: .constant
    case .linear: .linear
    case .exponential: .exponential
    }
  }
}

extension DuplicatesDefinition {
  fileprivate var forEngine: DeduplicationPolicy {
    switch self {
    case .keepAll: .keepAll
    case .keepFirst: .keepFirst
    case .keepLatest: .keepLatest
    case .cancelFirst: .cancelFirst
    case .sendAll: .sendAll
    }
  }
}

extension Inherited<StatusExpectation> {
  /// The validator of the status. Inherited ones are meant for HTTP, so they accept an open WebSocket.
  fileprivate var validator: Validator? {
    guard origin != .request, let validator = value.validator else { return value.validator }
    var lenient = Validator(validator.expectation) { $0.isWebSocket ? nil : validator.reason($0) }
    lenient.parts = validator.parts
    return lenient
  }
}

extension StatusExpectation {
  /// `nil` where any status will do.
  fileprivate var validator: Validator? {
    guard case .oneOf(let patterns) = self else { return nil }
    return .status(in: patterns.map(\.range))
  }

  fileprivate var ranges: [ClosedRange<Int>] {
    switch self {
    case .any: [100...999]
    case .oneOf(let patterns): patterns.map(\.range)
    }
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
