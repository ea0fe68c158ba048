import CCurl
import Glibc

// What can be said of the options before anything is sent.
extension SpecialOptions {
  var mistake: TransportError? {
    fileMistake ?? versionMistake ?? socketMistake
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
