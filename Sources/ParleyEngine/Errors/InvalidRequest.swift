/// Why a request cannot be sent as it stands. Nothing has gone out.
@nonexhaustive public enum InvalidRequest: Error, Sendable, Hashable {
  case method(String)
  case headerName(String)
  case headerValue(String)
  case unknownServer(String, known: [String])
  case noServer(endpoint: String)
  case url(String, reason: String)
  case encoding(String)
}

extension InvalidRequest: ExplainedError {
  public var code: String {
    switch self {
    case .method: "request.method"
    case .headerName: "request.headerName"
    case .headerValue: "request.headerValue"
    case .unknownServer: "request.unknownServer"
    case .noServer: "request.noServer"
    case .url: "request.url"
    case .encoding: "request.encoding"
    }
  }

  public var summary: String {
    switch self {
    case .method(let method): "“\(method)” is no HTTP method."
    case .headerName(let name): "“\(name)” is no header name."
    case .headerValue(let name): "The value of the header \(name) has characters that no header may have."
    case .unknownServer(let key, _): "There is no server “\(key)”."
    case .noServer(let endpoint): "There is no server for “\(endpoint)”."
    case .url(let url, let reason): "“\(url)” is no URL to send to: \(reason)."
    case .encoding(let reason): "The body cannot be encoded: \(reason)."
    }
  }

  public var advice: String? {
    switch self {
    case .method: "A method is one word of letters, digits and signs, such as PURGE."
    case .headerName: "A header name is one word of letters, digits and hyphens, without the colon."
    case .headerValue: "Take line breaks and other control characters out of the value."
    case .unknownServer(_, let known) where known.isEmpty: "Declare it under “servers”, or write a whole URL."
    case .unknownServer(_, let known): "The servers are \(known.joined(separator: ", "))."
    case .noServer: "Write a whole URL, such as https://api.example.com/items, or declare a server."
    case .url: "A URL looks like https://api.example.com/items."
    case .encoding: nil
    }
  }
}
