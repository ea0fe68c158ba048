import ParleyModel
import ParleyText

/// A certificate of the client's own, in PEM files. Paths start from the workspace; what lies outside it needs trust.
package struct CertificateDefinition: Sendable, Equatable {
  package var file: Located<String>
  /// The path of the private key; by default the key is in `file`.
  package var key: Located<String>?
  /// Of the key.
  package var passphrase: Located<String>?

  package init(file: Located<String> = "", key: Located<String>? = nil, passphrase: Located<String>? = nil) {
    self.file = file
    self.key = key
    self.passphrase = passphrase
  }

  package static let form = Form(
    "a certificate", isFlow: true, make: { CertificateDefinition() },
    keys: [
      .init(.certificate, \.file, .filePath, isRequired: true), .init(.certificateKey, \.key, .filePath),
      .init(.certificatePassphrase, \.passphrase, .text),
    ])

  static let reader = form.reader("a map with file and key")
  static let summary = "A TLS client certificate."

  var texts: [Located<String>] { [file] + [key, passphrase].compactMap(\.self) }
}

/// How the server is known, where it is not the system's certificates that say so.
package struct TLSDefinition: Sendable, Equatable {
  /// `false` takes any certificate.
  package var verify: Located<Bool>?
  /// A file of certificates that are trusted in place of the system's.
  package var ca: Located<String>?
  package var certificate: CertificateDefinition?

  package init(
    verify: Located<Bool>? = nil, ca: Located<String>? = nil, certificate: CertificateDefinition? = nil
  ) {
    self.verify = verify
    self.ca = ca
    self.certificate = certificate
  }

  package static let form = Form(
    "tls", isFlow: true, make: { TLSDefinition() },
    keys: [
      .init(.verify, \.verify, .boolean), .init(.ca, \.ca, .filePath),
      .init("certificate", \.certificate, CertificateDefinition.reader, CertificateDefinition.summary),
    ])

  static let reader = form.reader("a map with verify, ca or certificate")

  var texts: [Located<String>] { [ca].compactMap(\.self) + (certificate?.texts ?? []) }
}

extension OptionsDefinition {
  /// Options that say the same.
  init(_ tls: TLSDefinition) {
    self.init()
    (verify, ca, certificate) = (tls.verify, tls.ca, tls.certificate)
  }
}

extension Reader where Value == String {
  static var filePath: Reader {
    .text("the path of a file", .text(pattern: ".")) { text in
      text.isEmpty || text.utf8.contains(where: { $0 == 0 || $0.isLineBreak }) ? nil : text
    }
  }
}
