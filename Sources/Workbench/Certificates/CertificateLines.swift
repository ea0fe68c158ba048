import ParleyEngine
import ParleyText
import TerminalKit

/// A chain of certificates in lines: the server's own first, each with what speaks against it.
struct CertificateLines {
  let chain: CertificateChain
  /// Whether somebody has decided to trust the server.
  let isTrusted: Bool
  let now: Timestamp

  init(_ chain: CertificateChain, isTrusted: Bool = false, at now: Timestamp) {
    (self.chain, self.isTrusted, self.now) = (chain, isTrusted, now)
  }

  var lines: [StyledText] {
    verdict
      + chain.certificates.enumerated().flatMap { place, certificate in
        lines(of: certificate, number: place + 1, reasons: chain.reasons(of: place, at: now))
      }
  }

  private var verdict: [StyledText] {
    if let problem = chain.problem {
      return [StyledText([Span("✗ ", .failure), Span(problem.summary, .failure)])]
        + (chain.certificates.isEmpty ? [StyledText("The server shows no certificate.", .muted)] : []) + [""]
    }
    let words =
      isTrusted
      ? "✓ Trusted: you said so, for this workspace on this machine." : "✓ Trusted: dates, name and issuer are right."
    return [StyledText(words, Style(.success)), ""]
  }

  private func lines(of certificate: ServerCertificate, number: Int, reasons: [String]) -> [StyledText] {
    var head = StyledText([Span("\(number)  ", .muted), Span(Printable.text(certificate.subject))])
    for reason in reasons { head.append("  ✗ \(reason)", Style(.failure)) }
    let names = certificate.names.prefix(Self.mostNames).map { Printable.text($0) }.joined(separator: ", ")
    let rest = certificate.names.count > Self.mostNames ? " and \(certificate.names.count - Self.mostNames) more" : ""
    let issuer = certificate.isSelfSigned ? "itself (self-signed)" : Printable.text(certificate.issuer)
    let facts = [
      names.isEmpty ? nil : "for \(names)\(rest)",
      "valid \(Self.day(certificate.validFrom)) to \(Self.day(certificate.validUntil)), key \(Printable.text(certificate.key))",
      "issued by \(issuer)",
    ]
    return [head] + facts.compactMap(\.self).map { StyledText("   \($0)", .muted) }
      + fingerprint(certificate).map { StyledText("   \($0)", .muted) }
  }

  private static let mostNames = 6
  private static let bytesInLine = 16

  private func fingerprint(_ certificate: ServerCertificate) -> [String] {
    let bytes = certificate.fingerprint.split(separator: ":")
    let parts = [bytes.prefix(Self.bytesInLine), bytes.dropFirst(Self.bytesInLine)]
    return zip(["SHA-256 ", "        "], parts).map { $0 + $1.joined(separator: ":") }
  }

  private static func day(_ moment: Timestamp?) -> String {
    moment.map { String($0.iso8601.prefix(10)) } ?? "?"
  }
}
