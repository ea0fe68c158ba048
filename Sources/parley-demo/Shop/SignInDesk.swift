import Cryptography
import ParleyEngine

/// The sign-ins that people have begun: codes for the browser that comes back, and codes for other devices.
actor SignInDesk {
  enum Poll: Sendable {
    case allowed, pending, tooSoon, denied, unknown
  }

  private struct Grant {
    let client: String
    let challenge: String
    let redirect: String
  }

  private struct Device {
    let client: String
    let userCode: String
    var isAllowed: Bool?
    var lastPoll: ContinuousClock.Instant?
  }

  /// How long a device waits between two questions, in seconds.
  static let interval = 1
  static let lifetime = 300

  private var grants: [String: Grant] = [:]
  private var devices: [String: Device] = [:]
  private var count = 0

  /// A code for the browser to bring back.
  func grant(client: String, challenge: String, redirect: String) -> String {
    let code = number("code")
    grants[code] = Grant(client: client, challenge: challenge, redirect: redirect)
    return code
  }

  /// A code counts once, and only for who began (RFC 7636 §4.6).
  /// - Returns: the client it was given to; nil for any other.
  func redeem(code: String, verifier: String, _ redirect: String) -> String? {
    guard let grant = grants.removeValue(forKey: code), grant.redirect == redirect,
      grant.challenge == Self.challenge(of: verifier)
    else { return nil }
    return grant.client
  }

  func begin(client: String) -> (deviceCode: String, userCode: String) {
    let code = number("device")
    let letters = Array("BCDFGHJKLMNPQRSTVWXZ")
    let word = RandomBytes.make(8).map { letters[Int($0) % letters.count] }
    let userCode = String(word.prefix(4)) + "-" + String(word.suffix(4))
    devices[code] = Device(client: client, userCode: userCode)
    return (code, userCode)
  }

  /// - Returns: whether such a code waits.
  func answer(userCode: String, isAllowed: Bool) -> Bool {
    let typed = userCode.uppercased().filter(\.isLetter)
    guard let code = devices.first(where: { $0.value.userCode.filter(\.isLetter) == typed })?.key else { return false }
    devices[code]?.isAllowed = isAllowed
    return true
  }

  /// Returns the state of a device's sign-in; `tooSoon` for a client that has to poll more slowly (RFC 8628 §3.5).
  func poll(device code: String) -> Poll {
    guard let device = devices[code] else { return .unknown }
    let now = ContinuousClock.now
    if let last = device.lastPoll, last.duration(to: now) < .milliseconds(Self.interval * 1000 / 2) { return .tooSoon }
    devices[code]?.lastPoll = now
    guard let isAllowed = device.isAllowed else { return .pending }
    devices[code] = nil
    return isAllowed ? .allowed : .denied
  }

  private func number(_ kind: String) -> String {
    count += 1
    let random = RandomBytes.make(12).map { String($0, radix: 36) }.joined()
    return "\(kind)-\(count)-\(random)"
  }

  /// RFC 7636 §4.2
  private static func challenge(of verifier: String) -> String {
    Base64.encodeForURL(MessageDigest.sha256(verifier.utf8))
  }
}
