/// A client certificate in the forms people have it in: its own authority, so a server that trusts it lets it in.
public struct ClientIdentity: Sendable {
  /// What the encrypted forms are encrypted with.
  public static let passphrase = "open sesame"

  /// PEM, the certificate alone.
  public let certificate: String
  /// PEM, the key alone.
  public let key: String
  /// PEM, the key alone, encrypted.
  public let encryptedKey: String
  /// PKCS #12 with both, encrypted.
  public let archive: String

  /// Made by `openssl`, valid for two days.
  ///
  /// - Throws: ``SupportError`` naming the package to install, or with openssl's own words.
  public static func make(named name: String, in directory: TemporaryDirectory) throws -> ClientIdentity {
    let identity = ClientIdentity(
      certificate: directory.path("\(name).pem"), key: directory.path("\(name).key"),
      encryptedKey: directory.path("\(name).locked.key"), archive: directory.path("\(name).p12"))
    try openssl(
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=\(name)", "-keyout", identity.key, "-out", identity.certificate,
      ], in: directory)
    try openssl(
      ["ec", "-aes256", "-passout", "pass:\(passphrase)", "-in", identity.key, "-out", identity.encryptedKey],
      in: directory)
    try openssl(
      [
        "pkcs12", "-export", "-passout", "pass:\(passphrase)", "-inkey", identity.key, "-in", identity.certificate,
        "-out", identity.archive,
      ], in: directory)
    return identity
  }

  private static func openssl(_ arguments: [String], in directory: TemporaryDirectory) throws {
    let process = try ChildProcess.start(
      try Executables.installed("openssl", package: "openssl"), arguments,
      errorFile: directory.path("openssl-client.log"))
    guard process.waitForExit() == 0 else { throw process.failure("(openssl) made no client certificate") }
  }
}
