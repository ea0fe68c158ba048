import ParleyEngine
import TestSupport

/// Something between client and server that changes what comes of TLS.
struct HostileTLS: HostileKind {
  private static let body = String(repeating: "Hello over TLS. ", count: 500)
  private let nginx: NginxServer

  init() async throws {
    nginx = try await NginxServer.start(http2: true)
    try nginx.files.write(Self.body, to: "one")
  }

  func attempt(_ trial: Trial) async throws {
    let meddler = Meddler(at: trial.size(upTo: 12_000), by: trial.pick(Meddler.Deed.allCases), noise: trial.bytes(8))
    trial.step("byte \(meddler.place) of the server's: \(meddler.deed)")
    let relay = try RawServer.start { [port = nginx.tlsPort ?? 0] in try meddler.relay($0, to: port) }
    defer { relay.stop() }
    let target = try HostileTarget("https://localhost:\(relay.port)", options: ["ca: authority.pem"])
    try target.sandbox.write(readFile(nginx.authorityFile), to: "authority.pem")
    let sent = try await target.send(trial)
    trial.expect(Array(Self.body.utf8).starts(with: sent.output), "What was printed is not what the server has")
    if sent.status == 0 { trial.expect(sent.outputText == Self.body, "A part of the body is a success") }
  }
}

/// Lets bytes through, until a place.
struct Meddler: Sendable {
  enum Deed: CaseIterable { case cut, change, insert, leaveOut, hold }

  let place: Int
  let deed: Deed
  let noise: [UInt8]

  init(at place: Int, by deed: Deed, noise: [UInt8]) {
    self.place = place
    self.deed = deed
    self.noise = noise
  }

  func relay(_ client: RawConnection, to port: UInt16) throws {
    try client.relay(to: port) { bytes, passed in
      guard passed + bytes.count > place, passed <= place else { return bytes }
      let index = place - passed
      switch deed {
      case .cut: return nil
      case .change: return Array(bytes[..<index]) + [bytes[index] ^ 1] + bytes[(index + 1)...]
      case .insert: return Array(bytes[..<index]) + noise + bytes[index...]
      case .leaveOut: return Array(bytes[..<index]) + bytes[(index + 1)...]
      case .hold: return []
      }
    }
  }
}
