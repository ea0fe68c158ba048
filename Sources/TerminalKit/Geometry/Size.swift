/// A number of columns and rows. Never negative.
public struct Size: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public static let zero = Size(width: 0, height: 0)

  public var isEmpty: Bool { width == 0 || height == 0 }
}
