package import JQ
internal import ParleyEngine
internal import ParleyText

/// The reason why a filter gave no value.
package enum JQError: Error, Sendable, Equatable {
  /// The evaluation failed, or went beyond its bounds.
  case failed(JQRuntimeError)
  /// In bytes.
  case inputTooLarge(limit: Int)
  /// The input is nested too deeply, with a sentence to display.
  case inputTooDeep(String)
  /// It gave another number of values than one.
  case notOne(Int)
}

extension JQError: ExplainedError {
  package var code: String {
    switch self {
    case .failed(let error): "jq.\(error.reason.word)"
    case .inputTooLarge: "jq.inputTooLarge"
    case .inputTooDeep: "jq.inputTooDeep"
    case .notOne: "jq.notOne"
    }
  }

  package var summary: String {
    switch self {
    case .failed(let error):
      Printable.text(
        error.reason == .failed ? "The filter failed: \(error.shortDescription)." : error.message.ended)
    case .inputTooLarge(let limit): "The filter's input is larger than \(limit >> 20) MB."
    case .inputTooDeep(let verdict): "The filter's input \(verdict)."
    case .notOne(0): "The filter gave no value."
    case .notOne(let count): "The filter gave \(count) values, expected one."
    }
  }

  package var advice: String? {
    switch self {
    case .failed, .inputTooLarge, .inputTooDeep: nil
    case .notOne(0): "Append `// null` if there may be no value."
    case .notOne: "Put it in [ ] to get a list."
    }
  }
}

extension JQRuntimeError {
  /// jq's sentence may quote a whole text that was given to `error`.
  fileprivate var shortDescription: String {
    let sentence = String(message.prefix(300))
    return path.map { "\(sentence) (at \($0))" } ?? sentence
  }
}

extension JQRuntimeError.Reason {
  /// In codes of errors.
  fileprivate var word: String {
    switch self {
    case .failed: "failed"
    case .steps: "tooManySteps"
    case .outputs: "tooManyValues"
    case .memory: "outOfMemory"
    case .nesting: "tooDeep"
    case .time: "tooSlow"
    case .depth: "endlessRecursion"
    case .expression: "slowExpression"
    case .cancelled: "cancelled"
    }
  }
}
