/// What would be sent, and why, stage by stage. Secrets are masked in it.
public struct SendingExplained: Hashable, Sendable {
  public struct Stage: Hashable, Sendable {
    public var title: String
    public var lines: [Line]

    public init(_ title: String, _ lines: [Line]) {
      self.title = title
      self.lines = lines
    }
  }

  /// A name, what it is, and where that comes from.
  public struct Line: Hashable, Sendable {
    public var name: String
    public var value: String
    public var origin: String

    public init(_ name: String, _ value: String, from origin: String = "") {
      self.name = name
      self.value = value
      self.origin = origin
    }
  }

  public var stages: [Stage]

  public init(_ stages: [Stage]) {
    self.stages = stages
  }
}
