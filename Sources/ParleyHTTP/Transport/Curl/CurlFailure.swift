import CCurl
import Glibc

/// How far a hop had come when it failed.
enum TransferStage: Equatable {
  case queued, connecting, waiting
  case receiving(count: Int)
}

/// A failure as libcurl reports it, and what it means to a person.
struct CurlFailure {
  let code: CURLcode
  let stage: TransferStage
  let authority: Authority
  /// In libcurl's words.
  let message: String
  /// Whether the URL is of HTTPS; nil where it is not known.
  var hasTLS: Bool?
  var verifyResult = 0
  var systemError: Int32 = 0
  var isNameKnown = true
  var connectTimeout: Duration?
  /// The special options of the request.
  var options = SpecialOptions.standard

  var error: TransportError {
    if let error = certificateError ?? proxyError { return error }
    return switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      TransportError(.unresolvedHost, "The host “\(authority.host)” was not found.")
    case CURLE_COULDNT_CONNECT: notConnected
    case CURLE_OPERATION_TIMEDOUT: connectTimedOut
    case CURLE_GOT_NOTHING:
      TransportError(.reset, "\(authority) closed the connection without a response.", detail: adviceOfTLS)
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM: broken
    case CURLE_PARTIAL_FILE:
      TransportError(.truncated, "The response from \(authority) ended too early.", detail: detail)
    case CURLE_OK, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
      TransportError(.malformedAnswer, "\(authority) did not respond with HTTP.", detail: withAdviceOfTLS)
    case CURLE_HTTP2:
      TransportError(.malformedAnswer, "\(authority) violated the HTTP/2 protocol.", detail: detail)
    case CURLE_BAD_CONTENT_ENCODING:
      TransportError(.malformedAnswer, "The body from \(authority) cannot be decompressed.", detail: detail)
    case CURLE_OUT_OF_MEMORY where stage == .waiting:
      // What 7.88 says of a header line over 100 KB.
      TransportError(.malformedAnswer, "\(authority) sends too many headers.", detail: detail)
    case CURLE_URL_MALFORMAT:
      TransportError(.invalidURL, "The URL cannot be used.", detail: detail)
    default: isTLS ? untrusted : other
    }
  }

  /// As a sentence, whatever libcurl ends it with.
  var detail: String? {
    guard let end = message.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return ".!?".contains(message[end]) ? String(message[...end]) : "\(message[...end])."
  }

  /// Of an answer that is not HTTP, such as an alert of TLS.
  private var withAdviceOfTLS: String? {
    [detail, adviceOfTLS].compactMap(\.self).joined(separator: " ")
  }

  private var notConnected: TransportError {
    if let socket = options.unixSocket { return notConnected(to: socket) }
    return switch systemError {
    case ECONNREFUSED: TransportError(.refused, "\(authority) refused the connection.")
    case ETIMEDOUT: TransportError(.timedOut, "The connection to \(authority) timed out.")
    default: TransportError(.unreachable, "\(authority) cannot be reached.", detail: systemMessage ?? detail)
    }
  }

  private func notConnected(to socket: String) -> TransportError {
    switch systemError {
    case ECONNREFUSED: TransportError(.refused, "No server listens on the socket “\(socket)”.")
    case ENOENT: TransportError(.unreachable, "There is no socket “\(socket)”.")
    default: TransportError(.unreachable, "The socket “\(socket)” cannot be reached.", detail: systemMessage ?? detail)
    }
  }

  var systemMessage: String? {
    guard systemError != 0, let text = strerror(systemError) else { return nil }
    return String(cString: text) + "."
  }

  private var connectTimedOut: TransportError {
    let limit = (connectTimeout ?? .zero).inWords
    guard isNameKnown else {
      return TransportError(.timedOut, "The host “\(authority.host)” could not be resolved within \(limit).")
    }
    return TransportError(.timedOut, "No connection to \(authority) within \(limit).")
  }

  /// The connection ended, or what came over it was nonsense.
  private var broken: TransportError {
    if message.contains("chunk") {
      return TransportError(.malformedAnswer, "The response from \(authority) has invalid chunks.", detail: detail)
    }
    switch stage {
    case .queued, .connecting:
      return TransportError(.reset, "\(authority) closed the connection before the request was sent.")
    case .waiting:
      return TransportError(.reset, "\(authority) closed the connection before responding.", detail: detail)
    case .receiving(let count):
      return TransportError(
        .reset, "\(authority) closed the connection during the response, after \(count) bytes.", detail: detail)
    }
  }

  private var other: TransportError {
    TransportError(.other, "The transfer from \(authority) failed.", detail: detail ?? codeText)
  }

  private var codeText: String {
    String(cString: ccurl_easy_strerror(code)) + "."
  }
}

extension CurlFailure {
  /// Creates a failure from what the handle knows about its transfer.
  init(code: CURLcode, handle: CurlHandle, request: TransportRequest, stage: TransferStage) {
    self.init(
      code: code, stage: stage, authority: Authority(of: request.url),
      message: String(handle.lastMessage.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }),
      hasTLS: URLText.starts(request.url, with: "https:"), verifyResult: handle.verifyResult,
      systemError: handle.systemError, isNameKnown: handle.isNameKnown,
      connectTimeout: request.options.connectTimeout, options: request.options.special?.value ?? .standard)
  }
}
