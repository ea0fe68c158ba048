/// One `Set-Cookie` header, read as RFC 6265 §5.2 says: anything a server may have written, as far as it makes sense.
struct SetCookie {
  /// Of name and value together, in bytes.
  private static let pairLimit = 4096
  private static let attributeLimit = 1024
  /// No cookie lasts longer.
  private static let longest = Duration.seconds(400 * 86_400)

  let name: String
  let value: String
  private let isLatin1: Bool
  private var domain: String?
  private var path: String?
  private var expires: Timestamp?
  private var maxAge: Timestamp?
  private var isSecure = false
  private var isHTTPOnly = false
  private var sameSite: Cookie.SameSite?

  /// - Returns: nil when it sets nothing.
  init?(_ line: [UInt8], at now: Timestamp) {
    guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
    var parts = line.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    let sides = parts.removeFirst().split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let (name, value) = (sides.count == 2 ? sides[0].trimmingBlanks : [], (sides.last ?? []).trimmingBlanks)
    guard !(name.isEmpty && value.isEmpty), name.count + value.count <= Self.pairLimit else { return nil }
    isLatin1 = String(validating: line, as: UTF8.self) == nil
    self.name = String(name, isLatin1: isLatin1)
    self.value = String(value, isLatin1: isLatin1)
    for part in parts { readAttribute(part, at: now) }
  }

  private mutating func readAttribute(_ text: ArraySlice<UInt8>, at now: Timestamp) {
    let sides = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let value = String(sides.count == 2 ? sides[1].trimmingBlanks : [], isLatin1: isLatin1)
    guard value.utf8.count <= Self.attributeLimit else { return }
    switch String((sides.first ?? []).trimmingBlanks, isLatin1: isLatin1).lowercased() {
    case "domain": domain = String(value.lowercased().trimmingPrefix("."))
    case "path": path = value
    case "expires": expires = CookieDate(value)?.timestamp ?? expires
    case "max-age": maxAge = Self.end(of: value, at: now) ?? maxAge
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
    default: break
    }
  }

  private static func end(of maxAge: String, at now: Timestamp) -> Timestamp? {
    let digits = maxAge.hasPrefix("-") ? maxAge.dropFirst() : maxAge[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    guard !maxAge.hasPrefix("-") else { return now }
    return now.advanced(by: min(longest, .seconds(Int64(digits) ?? .max / 2_000_000)))
  }
}

extension SetCookie {
  /// - Returns: nil when that place may not set it.
  func cookie(from place: CookiePlace, at now: Timestamp) -> Cookie? {
    guard place.isSecure || !isSecure, let (domain, isHostOnly) = scope(at: place) else { return nil }
    let path = path.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? place.defaultPath
    var cookie = Cookie(
      name, value, domain: domain, isHostOnly: isHostOnly, path: path,
      expires: (maxAge ?? expires).map { min($0, now.advanced(by: Self.longest)) }, isSecure: isSecure,
      isHTTPOnly: isHTTPOnly, sameSite: sameSite, createdAt: now)
    cookie.isLatin1 = isLatin1
    return cookie.keepsPromiseOfItsName(pathWasGiven: self.path == "/") ? cookie : nil
  }

  private func scope(at place: CookiePlace) -> (domain: String, isHostOnly: Bool)? {
    guard let domain, !domain.isEmpty, domain != place.host else {
      // A host that names itself speaks for those below it too, unless nothing but strangers are there.
      let isAlone = domain?.isEmpty ?? true || place.isAddress || PublicSuffix.covers(place.host)
      return (place.host, isAlone)
    }
    return place.isWithin(domain) && !PublicSuffix.covers(domain) ? (domain, false) : nil
  }
}

extension Cookie {
  /// `__Secure-` and `__Host-` in front of a name say what the cookie has to be.
  fileprivate func keepsPromiseOfItsName(pathWasGiven: Bool) -> Bool {
    let name = name.lowercased()
    if name.hasPrefix("__host-") { return isSecure && isHostOnly && pathWasGiven }
    return !name.hasPrefix("__secure-") || isSecure
  }
}
