import CCurl
import Glibc

// What can be said of the options before anything is sent.
extension SpecialOptions {
  func mistake(to url: String) -> TransportError? {
    fileMistake ?? versionMistake ?? socketMistake ?? proxyMistake(to: url)
  }

  /// As curl does, it sends nothing in place of a way that cannot be gone.
  private func proxyMistake(to url: String) -> TransportError? {
    guard proxy == nil, let refusal = environmentProxies?.refusal(for: url) else { return nil }
    return TransportError(
      .proxy, "The environment variable \(refusal.variable) does not name a proxy: \(refusal.reason).")
  }

  private var fileMistake: TransportError? {
    if let authorities, let reason = Self.reasonNotToRead(authorities) {
      return TransportError(.authorities, "The file of trusted authorities “\(authorities)” cannot be read: \(reason).")
    }
    guard let clientCertificate else { return nil }
    for file in [clientCertificate.file, clientCertificate.keyFile].compactMap(\.self) {
      guard let reason = Self.reasonNotToRead(file) else { continue }
      return TransportError(.clientCertificate, "The client certificate's file “\(file)” cannot be read: \(reason).")
    }
    return nil
  }

  private var versionMistake: TransportError? {
    guard httpVersion == .http3 else { return nil }
    return TransportError(.httpVersion, "HTTP/3 is not supported.")
  }

  private var socketMistake: TransportError? {
    guard let unixSocket, unixSocket.utf8.count >= MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
      return nil
    }
    return TransportError(.unreachable, "The socket's path “\(unixSocket)” is too long.")
  }

  private static func reasonNotToRead(_ file: String) -> String? {
    guard access(file, R_OK) != 0 else { return nil }
    return String(cString: strerror(errno)).lowercased()
  }
}
