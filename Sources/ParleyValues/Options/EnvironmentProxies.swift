import Glibc

/// The proxies that an environment names, in the variables and with the precedence of curl: `http_proxy` (in lower case only, since CGI
/// sets `HTTP_PROXY` from a header), `https_proxy`, then `all_proxy` for both, and `no_proxy` for the hosts that are reached without.
///
/// ```swift
/// options.environmentProxies = EnvironmentProxies(ProcessInfo.processInfo.environment)
/// ```
public struct EnvironmentProxies: Sendable, Hashable {
  /// A proxy, and the variable that names it.
  public struct Choice: Sendable, Hashable {
    /// The server that requests go through.
    public let proxy: Proxy
    /// Such as `https_proxy`.
    public let variable: String
  }

  /// None at all, for what goes straight to its server.
  public static let none = EnvironmentProxies()

  private let choices: [String: Choice]
  /// By scheme, the variable that counts and the reason why it names no proxy.
  private let refusals: [String: Refusal]
  private let exceptions: [ProxyException]
  /// The variables whose value is no address of a proxy. What would go by them is not sent.
  public var unreadable: [String] { Set(refusals.values.map(\.variable)).sorted() }

  /// - Returns: nil where the environment names no proxy.
  public init?(_ environment: [String: String]) {
    var (choices, refusals) = ([String: Choice](), [String: Refusal]())
    for (scheme, names) in Self.variables {
      // As in curl, what is empty is not there.
      guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let address = environment[name] else {
        continue
      }
      do throws(InvalidRequest) {
        choices[scheme] = Choice(proxy: try Proxy(address, usualPort: Self.usualPort), variable: name)
      } catch {
        refusals[scheme] = Refusal(variable: name, reason: error.detailOfProxy)
      }
    }
    guard !choices.isEmpty || !refusals.isEmpty else { return nil }
    (self.choices, self.refusals) = (choices, refusals)
    let list = ["no_proxy", "NO_PROXY"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    exceptions = ProxyException.all(in: list)
  }

  private init() {
    (choices, refusals, exceptions) = ([:], [:], [])
  }

  /// The variables that are read, the one that counts first.
  public static let names = Set(variables.values.joined()).union(["no_proxy", "NO_PROXY"])

  private static let variables = [
    "http": ["http_proxy", "all_proxy", "ALL_PROXY"],
    "https": ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"],
  ]
  /// The port of an HTTP proxy, where curl finds none.
  private static let usualPort = 1080

  /// The proxy for a URL; nil where it is reached without one.
  public func proxy(for url: String) -> Choice? { choice(for: url) { choices[$0] } }

  /// The reason not to send to a URL: the variable that counts for it names no proxy.
  package func refusal(for url: String) -> Refusal? { choice(for: url) { refusals[$0] } }

  private func choice<Found>(for url: String, _ found: (_ scheme: String) -> Found?) -> Found? {
    guard let parts = CurlURL(URLText.httpForm(of: url)), let host = parts.host,
      let choice = found(parts.origin.scheme)
    else { return nil }
    return exceptions.contains { $0.concerns(host) } ? nil : choice
  }

  /// The passwords, as they stand in what is sent.
  package var secrets: Secrets {
    var secrets = Secrets()
    for proxy in all.map(\.proxy) {
      guard let password = proxy.password, !password.isEmpty else { continue }
      for text in [password, Base64.encode(Array("\(proxy.user ?? ""):\(password)".utf8))] {
        secrets.put(text, in: .nowhere)
      }
    }
    return secrets
  }

  private var all: [Choice] { choices.values.sorted { $0.variable < $1.variable } }
}

extension EnvironmentProxies {
  /// A variable whose value is no address of a proxy. The value is not repeated: a password may be in it.
  package struct Refusal: Sendable, Hashable {
    package let variable: String
    package let reason: String
  }
}

extension InvalidRequest {
  fileprivate var detailOfProxy: String { if case .proxy(let reason) = self { reason } else { summary } }
}

extension EnvironmentProxies: CustomStringConvertible, CustomReflectable {
  /// Without credentials.
  public var description: String { all.map { "\($0.variable)=\($0.proxy)" }.joined(separator: " ") }
  public var customMirror: Mirror { Mirror(reflecting: description) }
}

/// One word of `no_proxy`.
private enum ProxyException: Sendable, Hashable {
  case everything
  /// In lower case, without dots at its ends: a host and all below it.
  case domain(String)
  /// The bytes of an address, and how many of its bits count.
  case network([UInt8], bits: Int)

  /// Separated by commas or blanks.
  static func all(in list: String) -> [ProxyException] {
    if list == "*" { return [.everything] }
    return list.split { $0 == "," || $0 == " " || $0 == "\t" }.compactMap { ProxyException(String($0)) }
  }

  private init?(_ word: String) {
    let parts = word.split(separator: "/", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    if let address = Self.address(name) {
      let bits = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
      self = .network(address, bits: bits > 0 ? bits : address.count * 8)
      return
    }
    var domain = word.lowercased()
    if domain.hasSuffix(".") { domain.removeLast() }
    if domain.hasPrefix(".") { domain.removeFirst() }
    guard !domain.isEmpty else { return nil }
    self = .domain(domain)
  }

  func concerns(_ host: String) -> Bool {
    switch self {
    case .everything: return true
    case .network(let network, let bits):
      guard let address = Self.address(host), address.count == network.count, bits <= address.count * 8 else {
        return false
      }
      return (0..<bits).allSatisfy { Self.bit($0, of: address) == Self.bit($0, of: network) }
    case .domain(let domain):
      guard Self.address(host) == nil else { return false }
      let host = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
      return host == domain || host.hasSuffix(".\(domain)")
    }
  }

  private static func bit(_ index: Int, of bytes: [UInt8]) -> UInt8 { bytes[index / 8] >> UInt8(7 - index % 8) & 1 }

  /// The bytes of an address of version 4, or of version 6 with brackets or without.
  private static func address(_ text: String) -> [UInt8]? {
    let inner = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    let plain = String(inner.prefix { $0 != "%" })
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, plain, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    if inet_pton(AF_INET6, plain, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    return nil
  }
}
