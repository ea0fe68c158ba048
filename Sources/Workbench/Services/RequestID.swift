import ParleyEngine

/// Names a request by the path of its file under `requests/`, without the suffix: `user/login`.
public struct RequestID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral, Comparable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public init(stringLiteral value: String) {
    rawValue = value
  }

  /// The request of a scratch workspace, which has no file.
  public static let scratch: RequestID = ""

  public var isScratch: Bool { rawValue.isEmpty }

  /// The last part of the path.
  public var name: String {
    rawValue.split(separator: "/").last.map(String.init) ?? "scratch"
  }

  /// The folder it lies in, without a slash at the end; empty at the top.
  public var folder: String {
    rawValue.split(separator: "/").dropLast().joined(separator: "/")
  }

  public static func < (left: RequestID, right: RequestID) -> Bool {
    left.rawValue.precedes(right.rawValue)
  }

  /// By their scalars, as files are told apart.
  public static func == (left: RequestID, right: RequestID) -> Bool {
    left.rawValue.isIdentical(to: right.rawValue)
  }
}

extension RequestID: CustomStringConvertible {
  public var description: String { rawValue.isEmpty ? name : rawValue }
}
