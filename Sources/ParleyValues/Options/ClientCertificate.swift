/// The certificate by which a client says who it is, with the key that proves it.
///
/// ```swift
/// options.clientCertificate = ClientCertificate(file: "me.pem", keyFile: "me.key", passphrase: passphrase)
/// ```
public struct ClientCertificate: Sendable, Hashable {
  /// PEM, or PKCS #12 when its name ends in `.p12` or `.pfx`.
  public var file: String
  /// PEM; nil when the key is in the certificate's file, as it is in PKCS #12.
  public var keyFile: String?
  /// The passphrase of the key; nil when it is not encrypted.
  public var passphrase: String?

  /// A certificate in files, which are read when a connection is made.
  public init(file: String, keyFile: String? = nil, passphrase: String? = nil) {
    self.file = file
    self.keyFile = keyFile
    self.passphrase = passphrase
  }

  package var isPKCS12: Bool {
    let name = file.lowercased()
    return name.hasSuffix(".p12") || name.hasSuffix(".pfx")
  }
}

extension ClientCertificate: CustomStringConvertible, CustomReflectable {
  /// Without the passphrase.
  public var description: String { "ClientCertificate(\(file))" }
  public var customMirror: Mirror { Mirror(self, children: ["file": file]) }
}
