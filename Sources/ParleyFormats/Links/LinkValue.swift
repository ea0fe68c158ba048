/// Whether a value tells by itself that it was handed on.
enum LinkValue {
  /// Values that stand everywhere.
  private static let common: Set<String> = [
    "true", "false", "null", "nil", "none", "undefined", "yes", "no", "on", "off", "ok", "0", "get", "post", "put",
    "patch", "delete", "head", "options", "utf-8", "bearer", "basic", "token", "http", "https", "gzip", "json",
  ]

  static func isCommon(_ text: String) -> Bool {
    let lower = text.lowercased()
    return text.isEmpty || common.contains(lower) || isLanguage(text) || isDate(text) || isMediaType(lower)
  }

  /// `en`, `de-CH`.
  private static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    return parts.count <= 2 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.isASCII && $0.isLetter } }
  }

  /// A date, with or without a time, and a year.
  private static func isDate(_ text: String) -> Bool {
    if text.hasSuffix(" GMT") { return true }
    let shape = String(text.prefix(11).map { $0.isNumber ? "9" : $0 })
    if shape == "9999-99-99" || shape == "9999-99-99T" || shape == "9999-99-99 " { return true }
    return text.count == 4 && (text.hasPrefix("19") || text.hasPrefix("20")) && text.allSatisfy(\.isNumber)
  }

  private static func isMediaType(_ lower: String) -> Bool {
    ["application/", "text/", "image/", "audio/", "video/", "multipart/"].contains { lower.hasPrefix($0) }
  }

  enum Evidence { case none, weak, strong }

  /// How much it says that the same value was given and carried.
  /// - Parameters:
  ///   - isWhole: it was all that stood there.
  ///   - isEncoded: it was found only by decoding it.
  static func evidence(of text: String, isNumber: Bool, isWhole: Bool, isEncoded: Bool, _ fit: LinkFit) -> Evidence {
    let length = text.count
    guard length >= shortest else {
      guard isWhole, !isEncoded else { return .none }
      return fit == .resource ? .strong : fit == .name && !isNumber ? .weak : .none
    }
    if isNumber {
      guard text.allSatisfy(\.isNumber) else { return fit == .none ? .none : .weak }
      return length >= long || fit != .none ? .strong : isWhole ? .weak : .none
    }
    if fit != .none { return .strong }
    if isEncoded { return length >= 6 ? .strong : .weak }
    if text.allSatisfy({ $0.isLetter || $0 == " " }) { return length >= 16 ? .weak : .none }
    return length >= long ? .strong : isWhole ? .weak : .none
  }

  /// The minimal length of a value. A shorter one counts only if the name fits.
  static let shortest = 4
  private static let long = 8
}
