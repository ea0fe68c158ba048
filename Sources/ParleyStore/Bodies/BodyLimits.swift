/// The sizes by which it is decided where a body is kept.
package enum BodyLimits {
  /// Up to so many bytes a body is kept in its row, beyond that in a file of its own.
  package static let row = 1 << 20
}
