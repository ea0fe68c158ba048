/// The reason a request cannot be sent as it stands. Nothing has been sent.
@nonexhaustive public enum InvalidRequest: Error, Sendable, Hashable {
  /// A method that is no token (RFC 9110 §5.6.2).
  case method(String)
  /// A header's name that is no token (RFC 9110 §5.1).
  case headerName(String)
  /// The value of the header of this name has characters that no header may have (RFC 9110 §5.5).
  case headerValue(String)
  /// The client knows no server by this key, only these.
  case unknownServer(String, known: [String])
  /// The client knows no codec by this key, only these.
  case unknownCodec(String, known: [String])
  /// A path, though neither the request nor the client names a server.
  case noServer(endpoint: String)
  /// The client knows no route by this key; the nearest it knows, if one is near.
  case unknownRoute(String, nearest: String?)
  /// Server, path and query together are not a valid HTTP URL.
  case url(String, reason: String)
  /// A `:variable` of the path without a value.
  case pathVariable(String, endpoint: String)
  /// A value that cannot be a segment of a path.
  case pathValue(String, reason: String)
  /// A model that cannot be sent where it should go.
  case model(String)
  /// An encoder could not make the body, for this reason.
  case encoding(String)
  /// A proxy's address that is none. It is not repeated, because a password may be in it.
  case proxy(reason: String)
  /// A file that was to be sent.
  case file(String, reason: String)
}

extension InvalidRequest: ExplainedError {
  public var code: String {
    switch self {
    case .method: "request.method"
    case .headerName: "request.headerName"
    case .headerValue: "request.headerValue"
    case .unknownServer: "request.unknownServer"
    case .unknownCodec: "request.unknownCodec"
    case .noServer: "request.noServer"
    case .unknownRoute: "request.unknownRoute"
    case .url: "request.url"
    case .pathVariable: "request.pathVariable"
    case .pathValue: "request.pathValue"
    case .model: "request.model"
    case .encoding: "request.encoding"
    case .proxy: "request.proxy"
    case .file: "request.file"
    }
  }

  public var summary: String {
    switch self {
    case .method(let method): "“\(method)” is not an HTTP method."
    case .headerName(let name): "“\(name)” is not a header name."
    case .headerValue(let name): "The value of the header \(name) has characters that headers cannot contain."
    case .unknownServer(let key, _): "There is no server “\(key)”."
    case .unknownCodec(let key, _): "There is no codec “\(key)”."
    case .noServer(let endpoint): "There is no server for “\(endpoint)”."
    case .unknownRoute(let key, _): "There is no route “\(key)”."
    case .url(let url, let reason): "This is not a URL to send to, because \(reason): “\(url)”."
    case .pathVariable(let name, let endpoint): "“:\(name)” in “\(endpoint)” has no value."
    case .pathValue(let name, let reason): "The value of “\(name)” is not valid in the path: \(reason)."
    case .model(let reason): "The request's model cannot be sent: \(reason)."
    case .encoding(let reason): "The body cannot be encoded: \(reason)."
    case .proxy(let reason): "The proxy's address cannot be used: \(reason)."
    case .file(let path, let reason): "The file “\(path)” cannot be sent: \(reason)."
    }
  }

  public var advice: String? {
    switch self {
    case .method: "A method is one word, such as GET or PURGE."
    case .headerName: "A header name is one word of letters, digits and hyphens, without the colon."
    case .headerValue: "Remove line breaks and other control characters from the value."
    case .unknownServer(_, let known) where known.isEmpty: "Declare it under “servers”, or write a whole URL."
    case .unknownServer(_, let known): "The servers are \(known.joined(separator: ", "))."
    case .unknownCodec(_, let known): "The codecs are \(known.joined(separator: ", "))."
    case .noServer: "Write a whole URL, such as https://api.example.com/items, or declare a server."
    case .unknownRoute(_, let nearest?): "Did you mean “\(nearest)”?"
    case .unknownRoute: "Register it with the client before using it."
    case .url: "A URL looks like https://api.example.com/items."
    case .pathVariable(let name, _):
      "Give “\(name)” a value under “path”, or write \\:\(name) if the colon is meant as it is."
    case .pathValue: "Use one text or number that forms a single segment."
    case .model, .encoding: nil
    case .proxy: "Write http://, https:// or socks5://host:port, with user:password@ before the host if needed."
    case .file: "Check the path, and whether you may read it."
    }
  }
}

extension InvalidRequest {
  /// With the secrets masked in what is quoted of the request.
  package func masked(by secrets: Secrets) -> InvalidRequest {
    guard !secrets.isEmpty else { return self }
    return switch self {
    case .noServer(let endpoint): .noServer(endpoint: secrets.masking(endpoint))
    case .url(let url, let reason): .url(secrets.masking(url), reason: secrets.masking(reason))
    case .pathVariable(let name, let endpoint): .pathVariable(name, endpoint: secrets.masking(endpoint))
    case .model(let reason): .model(secrets.masking(reason))
    case .encoding(let reason): .encoding(secrets.masking(reason))
    case .file(let path, let reason): .file(secrets.masking(path), reason: reason)
    case .method, .headerName, .headerValue, .unknownServer, .unknownCodec, .unknownRoute, .pathValue, .proxy: self
    }
  }
}
