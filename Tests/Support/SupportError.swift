import Glibc

/// Why a helper of the tests could not do its work, and what to do about it.
public struct SupportError: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// With what the system says about `code`.
  static func system(_ action: String, code: Int32 = errno) -> SupportError {
    SupportError("\(action): \(String(cString: strerror(code)))")
  }
}
