internal import ParleyEngine

extension RenderedContent {
  var transferOptions: TransferOptions {
    get throws {
      let said = effective.options
      var result = TransferOptions()
      if let timeout = said.timeout.value { result.timeout = timeout }
      result.limitsEventStreams = said.timeout.value != nil && said.timeout.origin == .request
      result.limitsWholeTransfers = result.limitsEventStreams
      if let timeout = said.connectTimeout.value { result.connectTimeout = timeout }
      if let redirects = said.redirects.value { result.redirects = redirects }
      if let verify = said.verify.value { result.verifiesCertificate = verify }
      if let decompress = said.decompress.value { result.decompresses = decompress }
      if let maxBody = said.maxBody.value { result.maxBody = maxBody }
      if let cookies = said.cookies.value { result.usesCookies = cookies }
      result.httpVersion = said.httpVersion.value?.forEngine
      result.authorities = options.ca?.value
      result.clientCertificate = clientCertificate
      result.proxy = try proxy
      result.unixSocket = options.unixSocket?.value
      return result
    }
  }

  var destination: Destination {
    switch options.download?.value {
    case nil: .automatic
    case OptionsDefinition.temporary: .temporary
    case let path?: .file(path)
    }
  }

  /// One for authentication overrides one that is only an option.
  private var clientCertificate: ClientCertificate? {
    if case .certificate(let certificate) = auth { return certificate.forEngine }
    return options.certificate?.forEngine
  }

  private var proxy: Proxy? {
    get throws {
      guard let address = options.proxy?.value, address != OptionsDefinition.noProxy else { return nil }
      do throws(InvalidRequest) { return try Proxy(address) } catch {
        throw RenderError.unfit(field: "The request", reason: error.reason)
      }
    }
  }
}

extension InvalidRequest {
  /// Its summary, as it goes on in a sentence.
  fileprivate var reason: String {
    summary.prefix(1).lowercased() + summary.dropFirst().prefix { $0 != "." }
  }
}

extension CertificateDefinition {
  fileprivate var forEngine: ClientCertificate {
    ClientCertificate(file: file.value, keyFile: key?.value, passphrase: passphrase?.value)
  }
}

extension OptionsDefinition.HTTPVersion {
  fileprivate var forEngine: HTTPVersion? {
    switch self {
    case .auto: nil
    case .http1_0: .http1_0
    case .http1_1: .http1_1
    case .http2: .http2
    }
  }
}
