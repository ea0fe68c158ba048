package import ParleyEngine
internal import ParleyFiles

/// The servers whose certificate somebody trusts for a workspace on this machine, and the environments whose certificates are not checked
/// in this session. The certificates are kept beside the workspace's store, a file each: one that is pinned apart from authorities, for
/// those do not excuse a wrong name.
package final class ServerTrust: Sendable {
  private struct State {
    var servers: TrustedServers
    var unchecked: Set<ExactString> = []
  }

  private static let authorities = ".pem"
  private static let pinned = ".pin"
  /// In bytes: a bundle of all public authorities has about 200 KB.
  private static let longest = 4 << 20

  private let folder: String
  private let state: Lock<State>

  /// - Parameter folder: the store's folder.
  init(folder: String) {
    self.folder = folder.appendingPath("trusted-servers")
    state = Lock(State(servers: Self.servers(in: self.folder)))
  }

  private static func servers(in folder: String) -> TrustedServers {
    let names = ((try? Directory.entries(folder)) ?? []).compactMap(\.name)
    func files(_ ending: String) -> [String: String] {
      let ours = names.filter { $0.hasSuffix(ending) }
      return Dictionary(ours.map { (String($0.dropLast(ending.count)), folder.appendingPath($0)) }) { first, _ in first
      }
    }
    let pins = files(pinned).compactMapValues { file in (try? text(of: file)).flatMap(ServerCertificate.pin(ofPEM:)) }
    return TrustedServers(files(authorities), pins: pins)
  }

  private static func text(of file: String) throws -> String {
    try String(decoding: FileSystem.read(file, limit: longest), as: UTF8.self)
  }

  /// The servers, for requests; nil if there are none.
  package var servers: TrustedServers? {
    let servers = state.withLock { $0.servers }
    return servers.names.isEmpty ? nil : servers
  }

  /// The servers by their names, `host:port`.
  package var names: [String] { state.withLock { $0.servers.names.sorted() } }

  /// Trusts a server by its own certificate from now on, whatever its name, its dates and its issuer.
  package func trust(_ pem: String, of server: String) throws {
    guard ServerCertificate.pin(ofPEM: pem) != nil else { throw Self.noCertificate }
    try keep(pem, of: server, as: Self.pinned)
  }

  /// Trusts the authorities in a file for a server from now on.
  package func trust(authoritiesIn file: String, of server: String) throws {
    let pem = try Self.text(of: file)
    guard pem.contains("-----BEGIN CERTIFICATE-----") else { throw Self.noCertificate }
    try keep(pem, of: server, as: Self.authorities)
  }

  /// Trusts a server as the system does, and no further.
  package func forget(_ server: String) throws {
    try keep(nil, of: server, as: Self.pinned)
  }

  private static var noCertificate: WorkspaceError {
    WorkspaceError(
      "noCertificate", "There is no certificate in it.", advice: "Name a PEM file: it has a line BEGIN CERTIFICATE.")
  }

  private func keep(_ pem: String?, of server: String, as ending: String) throws {
    let path = folder.appendingPath(server.lowercased().replacing("/", with: "_"))
    if let pem {
      try FileSystem.makeDirectories(folder, mode: 0o700)
      try AtomicFile.write(Array(pem.utf8), to: path + ending, mode: 0o600)
    }
    for other in [Self.authorities, Self.pinned] where pem == nil || other != ending {
      if FileSystem.exists(path + other) { try FileSystem.delete(path + other) }
    }
    state.withLock { $0.servers = Self.servers(in: folder) }
  }

  /// Whether the certificates of servers are checked in an environment. That they are not holds for this session only.
  package func isChecked(in environment: String?) -> Bool {
    state.withLock { !$0.unchecked.contains(ExactString(environment ?? "")) }
  }

  package func check(_ isOn: Bool, in environment: String?) {
    let name = ExactString(environment ?? "")
    state.withLock { state in
      if isOn { state.unchecked.remove(name) } else { state.unchecked.insert(name) }
    }
  }
}
