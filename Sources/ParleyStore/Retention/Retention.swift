/// How much history and how many events a store keeps. Pinned exchanges stay, and do count.
///
/// ```swift
/// store.retention = Retention(size: 500_000_000, age: .seconds(7 * 24 * 60 * 60))
/// ```
public struct Retention: Sendable, Hashable {
  /// Of the log and its body files together, in bytes on disk. The oldest go first.
  public var size: Int
  /// The greatest age; older entries are removed.
  public var age: Duration

  /// - Parameters:
  ///   - size: in bytes on disk.
  ///   - age: the greatest age; older entries are removed.
  public init(size: Int, age: Duration) {
    self.size = size
    self.age = age
  }

  /// 2 GB or 30 days.
  public static let standard = Retention(size: 2_000_000_000, age: .seconds(30 * 24 * 60 * 60))
}
