import ParleyEngine

/// Names a request by the path of its file under `requests/`, without the suffix: `user/login`.
package struct RequestID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral, Comparable {
  package let rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package init(stringLiteral value: String) {
    rawValue = value
  }

  /// The request of a scratch workspace, which has no file.
  package static let scratch: RequestID = ""

  package var isScratch: Bool { rawValue.isEmpty }

  /// The last part of the path.
  package var name: String {
    rawValue.split(separator: "/").last.map(String.init) ?? "scratch"
  }

  /// The folder it lies in, without a slash at the end; empty at the top.
  package var folder: String {
    rawValue.split(separator: "/").dropLast().joined(separator: "/")
  }

  package static func < (left: RequestID, right: RequestID) -> Bool {
    left.rawValue.precedes(right.rawValue)
  }

  /// By their scalars, as files are told apart.
  package static func == (left: RequestID, right: RequestID) -> Bool {
    left.rawValue.isIdentical(to: right.rawValue)
  }
}

extension RequestID: CustomStringConvertible {
  package var description: String { defaults?.description ?? (rawValue.isEmpty ? name : rawValue) }
}
