internal import ParleyEngine
internal import ParleyText

/// Quotes what stands in a curl command for a shell, with secrets masked.
struct CurlQuotes: Sendable {
  /// The secrets to mask, before quoting.
  let hidden: Secrets

  init(hiding hidden: Secrets) {
    self.hidden = hidden
  }

  func quoted(_ text: String) -> String { ShellWords.quoted(hidden.masking(text)) }

  /// Masks a credential as a whole: a short one is found in no text.
  func shown(_ credential: String) -> String { hidden.hide(credential) ? Secrets.mask : credential }

  func certificate(of options: TransferOptions) -> String? {
    options.clientCertificate.map { certificate in
      let words = certificate.passphrase.map { "\(certificate.file):\($0)" } ?? certificate.file
      return "--cert \(quoted(words))" + (certificate.keyFile.map { " --key \(quoted($0))" } ?? "")
    }
  }

  func proxy(of options: TransferOptions) -> String? {
    if options.environmentProxies == EnvironmentProxies.none { return "--noproxy '*'" }
    return options.proxy.map { proxy in
      let user = proxy.user.map { " --proxy-user \(quoted("\($0):\(shown(proxy.password ?? ""))"))" } ?? ""
      return "--proxy \(quoted(proxy.description))\(user)"
    }
  }
}
