import ParleyEngine

/// The reason why a pasted text cannot be read as a curl command.
package enum CurlCommandError: Error, Sendable, Hashable {
  case notCurl
  case unclosedQuote(String)
  case missingValue(option: String)
  case noURL
}

extension CurlCommandError: ExplainedError {
  package var code: String {
    switch self {
    case .notCurl: "curl.notCurl"
    case .unclosedQuote: "curl.unclosedQuote"
    case .missingValue: "curl.missingValue"
    case .noURL: "curl.noURL"
    }
  }

  package var summary: String {
    switch self {
    case .notCurl: "This is not a curl command."
    case .unclosedQuote(let quote): "The curl command has an unclosed quote \(quote)."
    case .missingValue(let option): "The curl command ends after \(option), which needs a value."
    case .noURL: "The curl command has no URL."
    }
  }

  package var advice: String? {
    switch self {
    case .notCurl: "It must start with the word curl."
    case .unclosedQuote, .missingValue: "Copy the whole command, to its last line."
    case .noURL: "Add the URL to the command, and paste it again."
    }
  }
}
