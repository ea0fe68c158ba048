extension URLText {
  /// The reason nothing can be sent there, as far as its scheme, host and port show; nil for a valid URL.
  package static func mistake(in url: String) -> String? {
    guard isHTTP(url) || isWebSocket(url) else {
      return scheme(of: url).map { "“\($0)” is not http, https, ws or wss" } ?? "it has no scheme"
    }
    var url = url
    return url.withUTF8 { bytes in
      AuthorityScan(bytes, from: schemeLength(in: bytes).map { $0 + 3 } ?? 0).mistake
    }
  }
}

/// The part of a URL that says where it goes, looked at byte by byte: it is done for every request.
private struct AuthorityScan {
  private var hasHost = false
  private var hasBlank = false
  private var isInBrackets = false
  /// Nil before a colon.
  private var port: Int?
  private var isPortNumber = true
  /// The last three bytes, to know a blank by, which is percent-encoded here.
  private var recent: UInt32 = 0

  /// - Parameter start: of the user or the host.
  init(_ url: UnsafeBufferPointer<UInt8>, from start: Int) {
    var isStart = true
    for byte in url[start...] {
      if byte.endsAuthority { break }
      if isStart { hasHost = byte != UInt8(ascii: ":") }
      isStart = byte == UInt8(ascii: "@")
      if isStart { self = AuthorityScan() } else { take(byte) }
    }
  }

  private init() {}

  private mutating func take(_ byte: UInt8) {
    recent = recent << 8 & 0xFF_FFFF | UInt32(byte)
    if recent == 0x25_3230 { hasBlank = true }
    switch byte {
    case UInt8(ascii: "["): isInBrackets = true
    case UInt8(ascii: "]"): isInBrackets = false
    case UInt8(ascii: ":") where !isInBrackets: (port, isPortNumber) = (0, true)
    default: takeDigit(byte)
    }
  }

  private mutating func takeDigit(_ byte: UInt8) {
    guard let before = port else { return }
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return isPortNumber = false }
    port = min(1 << 20, before * 10 + Int(byte - UInt8(ascii: "0")))
  }

  /// As it ends a sentence about the URL.
  var mistake: String? {
    if !hasHost { return "it has no host" }
    if isInBrackets { return "the bracket before its address is not closed" }
    if hasBlank { return "its host has a blank" }
    guard let port else { return nil }
    return isPortNumber && port < 65_536 ? nil : "its port is not a number up to 65535"
  }
}
