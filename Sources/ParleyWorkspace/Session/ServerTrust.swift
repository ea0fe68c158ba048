package import ParleyEngine
internal import ParleyFiles

/// The servers whose certificate somebody trusts for a workspace on this machine, and the environments whose certificates are not checked
/// in this session. The certificates are kept beside the workspace's store, a file each.
package final class ServerTrust: Sendable {
  private struct State {
    var servers: TrustedServers
    var unchecked: Set<ExactString> = []
  }

  private static let ending = ".pem"
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
    let names = ((try? Directory.entries(folder)) ?? []).compactMap(\.name).filter { $0.hasSuffix(ending) }
    return TrustedServers(
      Dictionary(names.map { (String($0.dropLast(ending.count)), folder.appendingPath($0)) }) { first, _ in first })
  }

  /// The servers, for requests; nil if there are none.
  package var servers: TrustedServers? {
    let servers = state.withLock { $0.servers }
    return servers.files.isEmpty ? nil : servers
  }

  /// The servers by their names, `host:port`.
  package var names: [String] { state.withLock { $0.servers.files.keys.sorted() } }

  /// Trusts what vouches for a server from now on: its own certificate, or authorities.
  /// - Parameter pem: one certificate or more; nil trusts the server no longer.
  package func trust(_ pem: String?, of server: String) throws {
    let path = folder.appendingPath(server.lowercased().replacing("/", with: "_") + Self.ending)
    if let pem {
      guard pem.contains("-----BEGIN CERTIFICATE-----") else {
        throw WorkspaceError(
          "noCertificate", "There is no certificate in it.", advice: "Name a PEM file: it has a line BEGIN CERTIFICATE."
        )
      }
      try FileSystem.makeDirectories(folder, mode: 0o700)
      try AtomicFile.write(Array(pem.utf8), to: path, mode: 0o600)
    } else {
      try FileSystem.delete(path)
    }
    state.withLock { $0.servers = Self.servers(in: folder) }
  }

  /// The same for the authorities in a file.
  package func trust(authoritiesIn file: String, of server: String) throws {
    try trust(String(decoding: FileSystem.read(file, limit: Self.longest), as: UTF8.self), of: server)
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
