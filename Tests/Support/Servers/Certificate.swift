/// A self-signed certificate, which is its own authority.
struct Certificate {
  static let certificateFile = "certificate.pem"

  let file: String
  let keyFile: String

  /// Made by `openssl`, valid for two days.
  ///
  /// - Throws: ``SupportError`` naming the package to install, or with openssl's own words.
  static func make(in directory: TemporaryDirectory, hosts: [String]) throws -> Certificate {
    let certificate = Certificate(file: directory.path(certificateFile), keyFile: directory.path("key.pem"))
    let process = try ChildProcess.start(
      try Executables.installed("openssl", package: "openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
        "-subj", "/CN=\(hosts.first ?? "localhost")", "-addext", "subjectAltName=\(alternativeNames(hosts))",
        "-keyout", certificate.keyFile, "-out", certificate.file,
      ],
      errorFile: directory.path("openssl.log"))
    guard process.waitForExit() == 0 else { throw process.failure("(openssl) made no certificate") }
    return certificate
  }

  private static func alternativeNames(_ hosts: [String]) -> String {
    hosts.map { host in host.allSatisfy { $0.isNumber || $0 == "." } ? "IP:\(host)" : "DNS:\(host)" }
      .joined(separator: ",")
  }
}
