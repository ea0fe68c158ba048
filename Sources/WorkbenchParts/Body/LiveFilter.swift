import Dispatch
package import ParleyEngine
package import WorkbenchServices

/// Runs filters over one body while they are typed: each newer one stops the one before, and the body is parsed once.
///
/// Parsing and printing are on a queue of their own, so that neither the screen nor the tasks of others wait for them.
package final class LiveFilter: Sendable {
  /// The results of a filter as JSON that can be shown: the one value, or a list of them.
  package struct Result: Sendable {
    package var body: [UInt8]
    package var count: Int
  }

  /// The largest body that can be filtered, in bytes.
  private static let longestBody = 64 << 20

  /// The reason why a body is too large to be filtered; nil for any other.
  package static func whyNot(_ source: any ByteSource) -> String? {
    guard source.count > longestBody else { return nil }
    let limit = "A body of more than \(longestBody >> 20) MB is not filtered here"
    return "\(limit): / searches it, s saves it, and `parley jq FILTER FILE` filters the saved file."
  }

  package typealias Outcome = Swift.Result<Result, FilterMistake>

  private let source: any ByteSource
  private let response: Response?
  private let secrets: Secrets
  private let queue = DispatchQueue(label: "body.filter")
  /// The body as a value: whoever types on while it is parsed waits for the same parsing.
  private let parsing = Lock<Task<Swift.Result<JSONValue, FilterMistake>, Never>?>(nil)
  private let newest = NewestOnly<Outcome>()

  /// - Parameters:
  ///   - response: the response whose body it is; nil for a value that is no response.
  ///   - secrets: the secrets that filters do not see, because their results could not be masked any more.
  package init(_ source: any ByteSource, of response: Response?, hiding secrets: Secrets) {
    self.source = source
    self.response = response
    self.secrets = secrets
  }

  /// - Parameter number: higher for text typed later. An earlier text may arrive later, and is not run then.
  /// - Returns: nil when a newer one has been asked for.
  package func outcome(of text: String, number: Int, with services: Services) async -> Outcome? {
    await newest.outcome(number: number) { [self] in await evaluate(text, with: services) }
  }

  package func stop() { newest.stop() }

  private func evaluate(_ text: String, with services: Services) async -> Outcome {
    do {
      let body = try await parsed()
      switch await services.requests.filter(text, body, of: response) {
      case .mistake(let mistake): return .failure(mistake)
      case .values(let values):
        let bytes = await onQueue { JSONPrinter.compact.bytes(of: values.count == 1 ? values[0] : .array(values)) }
        return .success(Result(body: bytes, count: values.count))
      }
    } catch {
      return .failure(error)
    }
  }

  private func parsed() async throws(FilterMistake) -> JSONValue {
    let task = parsing.withLock { parsing in
      let task = parsing ?? Task { await onQueue { [source, secrets] in Self.parse(source, hiding: secrets) } }
      parsing = task
      return task
    }
    let result = await task.value
    // A part that cannot be read yet may be readable once more of it has arrived.
    if case .failure = result { parsing.withLock { if $0 == task { $0 = nil } } }
    return try result.get()
  }

  private static func parse(_ source: any ByteSource, hiding secrets: Secrets) -> Swift.Result<JSONValue, FilterMistake>
  {
    if let reason = whyNot(source) { return .failure(FilterMistake(reason)) }
    guard let bytes = try? source.read(at: 0, count: source.count) else {
      return .failure(FilterMistake("Cannot read the body back."))
    }
    do throws(JSONSyntaxError) {
      let value = try JSONValue(parsing: bytes)
      return .success(secrets.isEmpty ? value : secrets.maskingForeign(value))
    } catch {
      return .failure(FilterMistake("The body \(error.verdict)."))
    }
  }

  private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
