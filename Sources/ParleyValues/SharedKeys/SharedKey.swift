/// A key together with where it lives. Two environments may each have a key of one name.
public struct SharedKey: Sendable, Hashable, Codable {
  /// 1 to ``longestName`` bytes of UTF-8 without control characters.
  public let name: String
  /// The environment whose key it is; nil for one that all environments share.
  public let environment: String?

  /// A key of this name; nil is shared by all environments.
  package init(_ name: String, in environment: String? = nil) {
    self.name = name
    self.environment = environment
  }

  /// By their scalars, as storages tell them apart.
  public static func == (left: SharedKey, right: SharedKey) -> Bool {
    left.name.isIdentical(to: right.name) && left.environment.isIdentical(to: right.environment)
  }

  /// In UTF-8 bytes.
  package static let longestName = 512

  /// - Throws: `.invalidKey` for a name that is empty, very long, or holds control characters.
  package static func check(_ name: String) throws(SharedDataError) {
    guard isName(name) else {
      throw SharedDataError(
        .invalidKey, "This cannot be the name of a shared key.",
        advice: "Use 1 to \(longestName) bytes without control characters, such as user.token.")
    }
  }

  /// Whether it can be the name of a key.
  package static func isName(_ name: String) -> Bool {
    let isReadable = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    return !name.isEmpty && name.utf8.count <= longestName && isReadable
  }
}
