package import ParleyEngine

/// Evaluates filters.
///
/// What only picks is evaluated at once. All else goes to libjq in worker processes, because libjq 1.6 loses the digits of
/// large numbers, reads files by `import`, shows the environment, and aborts the process when memory ends. A worker has an
/// empty environment, bounded memory and bounded time, is used again for the next filter, and ends with the program.
///
/// Numbers that a filter hands on keep their digits (see `JQDigits`). What it computes or compares is a `Double`.
///
/// ```swift
/// let jq = JQ()
/// let sum = try await jq.value(of: JQFilter(parsing: "map(.price) | add"), on: JQInput(prices))
/// await jq.close()
/// ```
package final class JQ: Sendable {
  private let workers: JQWorkers
  private let limits: JQLimits

  /// - Parameter program: what a worker runs; `parley` beside the running program when nil.
  package init(program: JQProgram? = nil, limits: JQLimits = .standard) {
    workers = JQWorkers(program ?? .parley, limits: limits)
    self.limits = limits
  }

  /// All that a filter gives, in order.
  package func values(of filter: JQFilter, on input: JQInput) async throws(JQError) -> [JSONValue] {
    if let path = filter.path { return try checked(try path.values(on: input)) }
    let seen = [input.value] + JQVariable.allCases.map { filter.variables.contains($0) ? input[$0] : .null }
    let digits = JQDigits(of: seen)
    let json = JSONPrinter.compact.bytes(of: .array(seen))
    guard json.count <= limits.input else { throw .inputTooLarge(limit: limits.input) }
    let question = JQQuestion(program: JQProgramText(filter).text, input: json)
    switch try await workers.answer(to: question) {
    case .values(let json): return try Self.parsed(json).map(digits.restored)
    case .failed(let message): throw .failed(message)
    case .tooLarge: throw .outputTooLarge(limit: limits.output)
    case .tooMany: throw .tooManyValues(limit: limits.values)
    case .refused(let messages): throw .mistake(JQProgramText(filter).mistake(in: messages))
    }
  }

  /// The one value that a filter gives.
  /// - Throws: `JQError.notOne` when it gives none or several.
  package func value(of filter: JQFilter, on input: JQInput) async throws(JQError) -> JSONValue {
    let values = try await values(of: filter, on: input)
    guard values.count == 1 else { throw .notOne(values.count) }
    return values[0]
  }

  /// Why jq refuses a filter; nil for one that it takes.
  package func mistake(in filter: JQFilter) async throws(JQError) -> JQMistake? {
    guard !filter.isPath else { return nil }
    let program = JQProgramText(filter)
    guard case .refused(let messages) = try await workers.answer(to: JQQuestion(program: program.text, input: nil))
    else { return nil }
    return program.mistake(in: messages)
  }

  /// Ends the workers. They are started again when they are needed.
  package func close() async { await workers.close() }

  private func checked(_ values: [JSONValue]) throws(JQError) -> [JSONValue] {
    guard values.count <= limits.values else { throw .tooManyValues(limit: limits.values) }
    return values
  }

  private static func parsed(_ json: [UInt8]) throws(JQError) -> [JSONValue] {
    do throws(JSONSyntaxError) {
      if case .array(let values) = try JSONValue(parsing: json) { return values }
    } catch {
      if error.code == .tooDeep { throw .outputTooDeep(error.verdict) }
    }
    throw .worker("it did not reply with JSON")
  }
}

extension JSONValue {
  /// What counts as true to jq: everything but `false` and `null`.
  var isTruthy: Bool { self != .null && self != .bool(false) }
}

/// How much a filter may use.
package struct JQLimits: Sendable, Equatable {
  /// Of one evaluation.
  package var time: Duration
  /// Of a worker, beyond what it has at its start; in bytes.
  package var memory: Int
  /// In bytes.
  package var input: Int
  /// In bytes.
  package var output: Int
  /// How many a filter may give.
  package var values: Int

  package init(
    time: Duration = .seconds(5), memory: Int = 512 << 20, input: Int = 16 << 20, output: Int = 16 << 20,
    values: Int = 100_000
  ) {
    self.time = time
    self.memory = memory
    self.input = input
    self.output = output
    self.values = values
  }

  package static let standard = JQLimits()
}
