/// Whether a template has a value before a send. A text made of several is like the worst of them.
package enum ValuePresence: Int, Sendable, Comparable {
  /// There is a value, or nothing is known against it.
  case present
  /// Somebody is asked for it, or a program gives it, when the request is sent.
  case givenWhenSent
  /// There is none: a send would fail.
  case missing

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
