internal import ParleyEngine

/// Keys that had another name in earlier versions. They are read as before, with a warning; a save that changes their value writes them
/// by their name of today.
package enum FormerKey {
  private static let names = ["attempts": "retries"]

  /// The name of today of a key that a form does not know; nil if it never had one, or has it as its own.
  package static func today(for key: String, in names: [String]) -> String? {
    guard !names.contains(key), let today = Self.names[key], names.contains(today) else { return nil }
    return today
  }
}
