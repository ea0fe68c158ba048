import CCurl

// What the handle knows of its transfer.
extension CurlHandle {
  /// Bytes of the body as they came over the wire.
  var receivedBytes: Int { Int(ccurl_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T)) }

  /// The value of `Content-Length`; -1 without one.
  var announcedLength: Int { Int(ccurl_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)) }

  /// The reason why OpenSSL did not trust a certificate; 0 when it did.
  var verifyResult: Int { ccurl_get_long(easy, CURLINFO_SSL_VERIFYRESULT) }

  /// The system's error of a connection that did not come about.
  var systemError: Int32 { Int32(truncatingIfNeeded: ccurl_get_long(easy, CURLINFO_OS_ERRNO)) }

  /// The certificates of the server, its own first; empty unless they are collected (CURLOPT_CERTINFO).
  var certificates: [ServerCertificate] {
    guard let info = ccurl_get_certificates(easy)?.pointee, let lists = info.certinfo else { return [] }
    return (0..<Int(info.num_of_certs)).compactMap { index in
      var lines: [String] = []
      var next = lists[index]
      while let line = next {
        if let text = line.pointee.data { lines.append(String(cString: text)) }
        next = line.pointee.next
      }
      return ServerCertificate(describedBy: lines)
    }
  }

  var isNameKnown: Bool { ccurl_get_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) > 0 }

  /// - Parameter waiting: from the request's first byte to the response's.
  func timings(total: Duration, waiting: Duration) -> Timings {
    var timings = Timings()
    timings.total = total
    timings.reusedConnection = ccurl_get_long(easy, CURLINFO_NUM_CONNECTS) == 0
    timings.remoteAddress = remoteAddress
    let name = moment(CURLINFO_NAMELOOKUP_TIME_T)
    let connected = moment(CURLINFO_CONNECT_TIME_T)
    let sending = moment(CURLINFO_PRETRANSFER_TIME_T)
    if !timings.reusedConnection {
      timings.dns = .microseconds(name)
      timings.connect = .microseconds(max(0, connected - name))
      timings.tls = .microseconds(max(0, moment(CURLINFO_APPCONNECT_TIME_T) - connected))
    }
    let sent = max(0, moment(CURLINFO_TOTAL_TIME_T) - sending)
    timings.firstByte = .microseconds(min(waiting.inMicroseconds, sent))
    timings.transfer = .microseconds(sent) - timings.firstByte
    return timings
  }

  private var remoteAddress: String? {
    guard let host = ccurl_get_text(easy, CURLINFO_PRIMARY_IP), host.pointee != 0 else { return nil }
    let port = ccurl_get_long(easy, CURLINFO_PRIMARY_PORT)
    if let remote, remote.isAt(host, port) { return remote.text }
    let address = RemoteAddress(host, port)
    remote = address
    return address.text
  }

  /// Microseconds since the hop's start.
  private func moment(_ info: CURLINFO) -> Int64 {
    Int64(ccurl_get_offset(easy, info))
  }
}
