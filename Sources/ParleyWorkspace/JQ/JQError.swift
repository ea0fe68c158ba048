import ParleyEngine

/// Why a filter gave nothing. Never quotes its input.
package enum JQError: Error, Sendable, Equatable {
  /// It is no filter.
  case mistake(JQMistake)
  /// jq says why.
  case failed(String)
  case timedOut(Duration)
  /// It wanted more memory than it may have.
  case outOfMemory(limit: Int)
  /// In bytes.
  case inputTooLarge(limit: Int)
  /// What is to be said of it.
  case inputTooDeep(String)
  case outputTooDeep(String)
  /// In bytes.
  case outputTooLarge(limit: Int)
  case tooManyValues(limit: Int)
  /// It gave another number of values than one.
  case notOne(Int)
  /// The process that works with jq could not be started, or ended by itself.
  case worker(String)
}

extension JQError: ExplainedError {
  package var code: String {
    switch self {
    case .mistake: "jq.mistake"
    case .failed: "jq.failed"
    case .timedOut: "jq.timedOut"
    case .outOfMemory: "jq.outOfMemory"
    case .inputTooLarge: "jq.inputTooLarge"
    case .inputTooDeep: "jq.inputTooDeep"
    case .outputTooDeep: "jq.outputTooDeep"
    case .outputTooLarge: "jq.outputTooLarge"
    case .tooManyValues: "jq.tooManyValues"
    case .notOne: "jq.notOne"
    case .worker: "jq.worker"
    }
  }

  package var summary: String {
    switch self {
    case .mistake(let mistake): "The filter is wrong: \(mistake.message)."
    case .failed(let message): Printable.text("The filter failed: \(message.prefix(300)).")
    case .timedOut(let limit): "The filter took longer than \(DurationText.text(of: limit))."
    case .outOfMemory(let limit): "The filter needed more than \(limit >> 20) MB of memory."
    case .inputTooLarge(let limit): "The filter's input is larger than \(limit >> 20) MB."
    case .inputTooDeep(let verdict): "The filter's input \(verdict)."
    case .outputTooDeep(let verdict): "The filter's output \(verdict)."
    case .outputTooLarge(let limit): "The filter's output is larger than \(limit >> 20) MB."
    case .tooManyValues(let limit): "The filter gave more than \(limit) values."
    case .notOne(0): "The filter gave no value."
    case .notOne(let count): "The filter gave \(count) values, expected one."
    case .worker(let reason): "jq could not be used: \(reason)."
    }
  }

  package var advice: String? {
    switch self {
    case .mistake(let mistake): mistake.hint.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
    case .notOne(0): "Append `// null` if there may be no value."
    case .notOne: "Put it in [ ] to get a list."
    case .inputTooLarge, .inputTooDeep: "A filter that is only a path, such as .items[0].id, can read more."
    default: nil
    }
  }
}
