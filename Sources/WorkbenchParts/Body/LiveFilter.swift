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

  package typealias Outcome = Swift.Result<Result, FilterMistake>

  private let source: any ByteSource
  private let response: Response?
  private let secrets: Secrets
  private let queue = DispatchQueue(label: "body.filter")
  private let parsedBody = Lock<JSONValue?>(nil)
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
    if let parsed = parsedBody.withLock({ $0 }) { return parsed }
    let (source, secrets) = (source, secrets)
    let result = await onQueue { Self.parse(source, hiding: secrets) }
    let value = try result.get()
    parsedBody.withLock { $0 = value }
    return value
  }

  private static func parse(_ source: any ByteSource, hiding secrets: Secrets) -> Swift.Result<JSONValue, FilterMistake>
  {
    guard source.count <= longestBody else {
      return .failure(FilterMistake("The body is larger than \(longestBody >> 20) MB."))
    }
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
