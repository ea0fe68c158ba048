import CCurl

// The options that few requests ask for.
extension CurlHandle {
  /// The certificates that libcurl was built to trust.
  private static let system: (file: String?, folder: String?) = {
    guard let version = ccurl_version_info(CURLVERSION_TENTH)?.pointee else { return (nil, nil) }
    return (version.cainfo.map { String(cString: $0) }, version.capath.map { String(cString: $0) })
  }()

  func apply(_ options: SpecialOptions, to url: String) {
    setTrust(options, of: url)
    setClientCertificate(options.clientCertificate)
    setProxy(options.proxy ?? options.environmentProxies?.proxy(for: url)?.proxy)
    set(CURLOPT_HTTP_VERSION, Self.version(options, of: url))
    set(CURLOPT_UNIX_SOCKET_PATH, options.unixSocket)
    setDecoding(options)
    // libcurl would hand a request of one version to a connection of another.
    set(CURLOPT_FRESH_CONNECT, options.httpVersion == nil ? 0 : 1)
    set(CURLOPT_FORBID_REUSE, options.httpVersion == nil ? 0 : 1)
  }

  private func setTrust(_ options: SpecialOptions, of url: String) {
    let verifies = options.verifiesCertificate
    let isPinned = setPin(verifies ? options.trustedServers?.pin(for: url) : nil)
    check(verifies && !isPinned, CURLOPT_SSL_VERIFYPEER, CURLOPT_SSL_VERIFYHOST)
    check(verifies, CURLOPT_PROXY_SSL_VERIFYPEER, CURLOPT_PROXY_SSL_VERIFYHOST)
    let others = options.authorities ?? authorities
    setAuthorities(options.trustedServers?.file(for: url) ?? others, CURLOPT_CAINFO, CURLOPT_CAPATH)
    setAuthorities(others, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH)
  }

  /// - Returns: whether the server is told by its key alone. A libcurl whose TLS cannot do that checks the certificate as ever.
  private func setPin(_ pin: String?) -> Bool {
    ccurl_set_text(easy, CURLOPT_PINNEDPUBLICKEY, pin) == CURLE_OK && pin != nil
  }

  private func check(_ isOn: Bool, _ peer: CURLoption, _ host: CURLoption) {
    set(peer, isOn ? 1 : 0)
    set(host, isOn ? 2 : 0)
  }

  private func setAuthorities(_ own: String?, _ file: CURLoption, _ folder: CURLoption) {
    set(file, own ?? Self.system.file)
    set(folder, own == nil ? Self.system.folder : nil)
  }

  private func setClientCertificate(_ certificate: ClientCertificate?) {
    set(CURLOPT_SSLCERT, certificate?.file)
    set(CURLOPT_SSLCERTTYPE, certificate?.isPKCS12 == true ? "P12" : "PEM")
    set(CURLOPT_SSLKEY, certificate?.keyFile)
    set(CURLOPT_KEYPASSWD, certificate?.passphrase)
  }

  private func setProxy(_ proxy: Proxy?) {
    // Empty, so that libcurl does not look into the environment.
    set(CURLOPT_PROXY, proxy?.description ?? "")
    set(CURLOPT_NOPROXY, proxy == nil ? "" : nil)
    set(CURLOPT_PROXYUSERNAME, proxy?.user)
    set(CURLOPT_PROXYPASSWORD, proxy.flatMap { $0.user == nil ? nil : $0.password ?? "" })
  }

  private func setDecoding(_ options: SpecialOptions) {
    acceptedCodings = options.acceptedCodings
    // `ContentDecoding` does it, which can be stopped within a chunk, and knows whether a body ends before its end.
    set(CURLOPT_HTTP_CONTENT_DECODING, 0)
  }

  private static func version(_ options: SpecialOptions, of url: String) -> Int {
    switch options.httpVersion {
    case nil, .mock: Int(CURL_HTTP_VERSION_2TLS)
    case .http1_0: Int(CURL_HTTP_VERSION_1_0)
    case .http1_1: Int(CURL_HTTP_VERSION_1_1)
    case .http2 where options.assumesHTTP2: Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    case .http2 where URLText.starts(url, with: "https://"): Int(CURL_HTTP_VERSION_2TLS)
    case .http2: Int(CURL_HTTP_VERSION_2_0)
    case .http3: Int(CURL_HTTP_VERSION_3)
    }
  }
}
