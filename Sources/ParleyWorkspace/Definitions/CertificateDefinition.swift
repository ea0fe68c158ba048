import ParleyText

/// A certificate of the client's own, in PEM files. Paths start from the workspace; what lies outside it needs trust.
package struct CertificateDefinition: Sendable, Equatable {
  package var file: Located<String>
  /// Where the key is; in `file` by default.
  package var key: Located<String>?
  /// Of the key.
  package var passphrase: Located<String>?

  package init(file: Located<String> = "", key: Located<String>? = nil, passphrase: Located<String>? = nil) {
    self.file = file
    self.key = key
    self.passphrase = passphrase
  }

  static let form = Form(
    "a certificate", isFlow: true, make: { CertificateDefinition() },
    keys: [
      .init("file", \.file, .filePath, "The certificate, as PEM.", isRequired: true),
      .init("key", \.key, .filePath, "Its key, as PEM.", default: .words("in the certificate's file")),
      .init("passphrase", \.passphrase, .text, "Passphrase of the key, as in `{{passphrase}}`."),
    ])

  static let reader = form.reader("a map with file and key")

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

  static let form = Form(
    "tls", isFlow: true, make: { TLSDefinition() },
    keys: [
      .init("verify", \.verify, .boolean, OptionsSummary.verify, default: "true"),
      .init("ca", \.ca, .filePath, OptionsSummary.ca, default: .words("the system's")),
      .init("certificate", \.certificate, CertificateDefinition.reader, OptionsSummary.certificate),
    ])

  static let reader = form.reader("a map with verify, ca or certificate")

  var texts: [Located<String>] { [ca].compactMap(\.self) + (certificate?.texts ?? []) }
}

extension Reader where Value == String {
  static var filePath: Reader {
    .text("the path of a file", .text(pattern: ".")) { text in
      text.isEmpty || text.utf8.contains(where: { $0 == 0 || $0.isLineBreak }) ? nil : text
    }
  }
}
