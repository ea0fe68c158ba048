import Glibc

/// Two hosts on one machine: network namespaces with a cable between them, which can be pulled.
public final class NetworkHosts: Sendable {
  public enum Host: Sendable { case first, second }

  /// What the first host can be reached at.
  public static let address = "10.77.0.1"

  /// Whether this machine lets us make any: that takes root, `ip` and a kernel that allows it.
  public static let areAllowed: Bool = {
    guard geteuid() == 0, let hosts = try? NetworkHosts() else { return false }
    hosts.remove()
    return true
  }()

  private let names: [String]
  private let errors: TemporaryDirectory

  public init() throws {
    let number = UInt16.random(in: 0...UInt16.max)
    names = ["parley\(number)a", "parley\(number)b"]
    errors = try TemporaryDirectory()
    do {
      for name in names { try ip("netns", "add", name) }
      try ip("link", "add", "cable", "netns", names[0], "type", "veth", "peer", "name", "cable", "netns", names[1])
      for (name, address) in zip(names, [Self.address, "10.77.0.2"]) {
        try ip("-n", name, "address", "add", "\(address)/24", "dev", "cable")
        for device in ["lo", "cable"] { try ip("-n", name, "link", "set", device, "up") }
      }
    } catch {
      remove()
      throw error
    }
  }

  deinit { remove() }

  /// A command that runs on that host.
  public func command(on host: Host, _ words: [String]) throws -> [String] {
    [try Self.program(), "netns", "exec", names[host == .first ? 0 : 1]] + words
  }

  /// Pulls the cable: what is under way is lost, and nobody is told.
  public func pull() throws { try ip("-n", names[0], "link", "set", "cable", "down") }

  public func plugIn() throws { try ip("-n", names[0], "link", "set", "cable", "up") }

  /// Also done with the last owner.
  public func remove() {
    for name in names { try? ip("netns", "delete", name) }
  }

  private func ip(_ words: String...) throws {
    let process = try ChildProcess.start(try Self.program(), words, errorFile: errors.path("ip.log"))
    process.endInput()
    guard process.waitForExit() == 0 else { throw process.failure("(ip) failed") }
  }

  private static func program() throws -> String { try Executables.installed("ip", package: "iproute2") }
}
