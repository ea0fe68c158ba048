/// A certificate of the client's own, in PEM files. Paths start from the workspace; what lies outside it needs trust.
public struct CertificateDefinition: Sendable, Equatable {
  public var file: Located<String>
  /// Where the key is; in `file` unless said.
  public var key: Located<String>?
  /// Of the key.
  public var passphrase: Located<String>?

  public init(file: Located<String> = "", key: Located<String>? = nil, passphrase: Located<String>? = nil) {
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
public struct TLSDefinition: Sendable, Equatable {
  /// `false` takes any certificate.
  public var verify: Located<Bool>?
  /// A file of certificates that are trusted in place of the system's.
  public var ca: Located<String>?
  public var certificate: CertificateDefinition?

  public init(
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
