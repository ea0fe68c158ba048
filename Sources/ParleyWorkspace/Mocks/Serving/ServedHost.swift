internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine
internal import ParleyText

/// Whom a request is for, by its `Host`. A page of another site can have its own name lead to this machine, and so read what a server
/// here sends (DNS rebinding): one that listens on this machine alone answers to this machine's names alone.
struct ServedHost {
  private let name: String?
  private let address: String

  /// - Parameter address: that the server listens on.
  init(of request: ServedRequest, on address: String) {
    name = request.host.map(Self.withoutPort)
    self.address = address
  }

  /// Nil for a request that is for this server.
  var refusal: MockAnswers.Outcome? {
    guard Self.isLoopback(address), let name, !isOurs(name) else { return nil }
    let reason = "The request is for the host \(Printable.quoted(name)), and this server is for this machine alone."
    let problem = MockProblem(
      .misdirectedRequest, reason,
      advice:
        "Use http://localhost or http://127.0.0.1 in its place, or start the server with --host and another address.")
    return (problem.response, .failed(reason))
  }

  private func isOurs(_ name: String) -> Bool { Self.isLoopback(name) || name.lowercased() == address.lowercased() }

  /// Names that lead to this machine whatever a name server says (RFC 6761 §6.3), and its addresses.
  private static func isLoopback(_ name: String) -> Bool {
    let name = name.lowercased()
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func withoutPort(_ host: String) -> String {
    if host.hasPrefix("[") { return String(host.dropFirst().prefix { $0 != "]" }) }
    return String(host.prefix { $0 != ":" })
  }
}
