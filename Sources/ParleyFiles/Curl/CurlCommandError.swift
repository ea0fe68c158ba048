import ParleyEngine
import ParleyText

/// The reason why a pasted text cannot be read as a curl command.
package enum CurlCommandError: Error, Sendable, Hashable {
  case notCurl
  /// A command of another program that sends requests.
  case otherProgram(String)
  case unclosedQuote(String)
  case missingValue(option: String)
  case noURL
  /// A call of `fetch` that is no literal.
  case notLiteral(String)
}

extension CurlCommandError: ExplainedError {
  package var code: String {
    switch self {
    case .notCurl: "curl.notCurl"
    case .otherProgram: "curl.otherProgram"
    case .unclosedQuote: "curl.unclosedQuote"
    case .missingValue: "curl.missingValue"
    case .noURL: "curl.noURL"
    case .notLiteral: "curl.notLiteral"
    }
  }

  package var summary: String {
    switch self {
    case .notCurl: "This is not a curl command."
    case .otherProgram(let name): "This is a command of \(name), which Parley does not read."
    case .unclosedQuote(let quote): "The curl command has an unclosed quote \(quote)."
    case .missingValue(let option): "The curl command ends after \(option), which needs a value."
    case .noURL: "The curl command has no URL."
    case .notLiteral(let text): "The call of fetch cannot be read at \(Printable.quoted(text))."
    }
  }

  package var advice: String? {
    switch self {
    case .notCurl: "It must start with the word curl."
    case .otherProgram: "Copy the request as cURL: browsers and API documentation offer that."
    case .unclosedQuote, .missingValue: "Copy the whole command, to its last line."
    case .noURL: "Add the URL to the command, and paste it again."
    case .notLiteral: "Its URL and its options must be literals; or copy the request as cURL."
    }
  }
}
