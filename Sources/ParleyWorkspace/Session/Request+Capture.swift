import ParleyEngine
import ParleyFiles

// Captures: values that go from a response into shared data.
extension Request {
  /// Takes what the request's file names, when its response is good. Written by the request, before anybody sees the response.
  mutating func captures(
    _ effective: EffectiveRequest, into shared: SharedData, in run: RunSharedData? = nil
  ) {
    let captures = effective.definition.capture.filter(\.isOn)
    guard !captures.isEmpty else { return }
    let work = CaptureWork(
      items: captures.map { capture in
        let ruled = shared.rules.rule(for: capture.key.value)?.expiry
        return .init(
          key: shared.key(capture.key.value), path: capture.path.value, expiry: capture.expiry.forEngine ?? ruled)
      },
      root: ValuePath((effective.response.root.value ?? "").split(separator: ".").map { .key(String($0)) }),
      writer: effective.id, shared: shared, run: run)
    hidesResponse = captures.contains { shared.isSecret($0.key.value) }
    capture = { response in await work.run(on: response) }
  }
}

private struct CaptureWork: Sendable {
  struct Item: Sendable {
    let key: SharedKey
    let path: ValuePath
    /// As the capture says, or else the rule of the key.
    let expiry: SharedExpiry?
  }

  let items: [Item]
  /// The path in the response to the result.
  let root: ValuePath
  let writer: String
  let shared: SharedData
  /// In the run of a group, which writes down what its steps write.
  let run: RunSharedData?

  /// A larger response is nothing to pick a value from.
  private static let longest = 64 << 20

  /// All that is there is taken, even when something else is not.
  func run(on response: Response) async -> Captured {
    var captured = Captured()
    let body = body(of: response)
    for item in items {
      do throws(CaptureProblem) {
        let value = try value(of: item, in: body)
        if shared.isSecret(item.key.name) { captured.hold(value, at: place(of: item)) }
        let lifetime = try lifetime(of: item, in: body, of: response)
        let isSecret = try await keep(value, as: item, lifetime, isSecret: response.isSecret)
        // Its key may have become a secret by this very value.
        if isSecret { captured.hold(value, at: place(of: item)) }
      } catch {
        captured.validationFailure = captured.validationFailure ?? error.validationFailure
      }
    }
    return captured
  }

  private func value(of item: Item, in body: Result<JSONValue, CaptureProblem>) throws(CaptureProblem) -> SharedValue {
    let body = try body.get()
    do throws(ValuePathFailure) {
      let value = try item.path.resolve(in: try root.resolve(in: body))
      return value.string.map(SharedValue.text) ?? .json(value)
    } catch {
      throw CaptureProblem(item.path.description, of: item.key.name, error.description)
    }
  }

  /// A response that says nothing of an expiry leaves a value that does not expire.
  private func lifetime(
    of item: Item, in body: Result<JSONValue, CaptureProblem>, of response: Response
  ) throws(CaptureProblem) -> SharedLifetime {
    switch item.expiry {
    case nil: return .unlimited
    case .after(let ttl)?: return .ruled(by: .after(ttl))
    case .jwt?: return .ruled(by: .jwt)
    case .response(let path)?:
      guard let said = try? path.resolve(in: root.resolve(in: body.get())), said != .null else { return .unlimited }
      guard let moment = SharedExpiry.moment(said: said, from: response.moment(now: shared.now())) else {
        throw CaptureProblem(
          path.description, "to say when \(item.key.name) expires", "it is no number of seconds, and no time")
      }
      return .until(moment)
    }
  }

  private func place(of item: Item) -> ValuePath { ValuePath(root.segments + item.path.segments) }

  /// - Returns: whether its key keeps it as a secret.
  private func keep(
    _ value: SharedValue, as item: Item, _ lifetime: SharedLifetime, isSecret: Bool
  ) async throws(CaptureProblem) -> Bool {
    do throws(SharedDataError) {
      if let run {
        try await run.set(item.key, value, writer: writer, isSecret: isSecret, lifetime: lifetime)
        return isSecret ? await run.isSecret(item.key.name) : false
      }
      let entry = try await shared.set(item.key, value, writer: writer, isSecret: isSecret, lifetime: lifetime)
      return isSecret && entry.isSecret
    } catch {
      throw CaptureProblem(item.path.description, of: item.key.name, error.summary)
    }
  }

  private func body(of response: Response) -> Result<JSONValue, CaptureProblem> {
    if let messages = response.receivedMessages { return .success(messages) }
    let names = items.map(\.key.name).joined(separator: ", ")
    guard response.body.count <= Self.longest, let bytes = try? response.textBytes()
    else { return .failure(CaptureProblem(".", of: names, "the response is too large")) }
    do throws(JSONSyntaxError) {
      return .success(try JSONValue(parsing: bytes))
    } catch {
      return .failure(CaptureProblem(".", of: names, "the response \(error.verdict)"))
    }
  }
}

extension Captured {
  fileprivate mutating func hold(_ value: SharedValue, at path: ValuePath) {
    secrets.formUnion(value.json?.leafTexts ?? [value.text].compactMap(\.self))
    if !paths.contains(path) { paths.append(path) }
  }
}

/// The reason why a value was not captured.
private struct CaptureProblem: Error {
  let validationFailure: ValidationFailure

  init(_ path: String, of key: String, _ reason: String) {
    self.init(path, "to capture as \(key)", reason)
  }

  init(_ path: String, _ purpose: String, _ reason: String) {
    let end = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    validationFailure = ValidationFailure(expectation: "\(path) \(purpose)", reason: end)
  }
}

extension Response {
  /// The time at which the server sent the response, even if it comes out of the cache: its seconds count from there.
  fileprivate func moment(now: Timestamp) -> Timestamp {
    guard let cached, cached.source == .kept, let age = cached.decision.age else { return now }
    return now.advanced(by: .zero - age)
  }
}
