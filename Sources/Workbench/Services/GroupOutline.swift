public import ParleyEngine

/// A group as its file has it: what a run will do, before there is one.
public struct GroupOutline: Hashable, Sendable, Identifiable {
  public var id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  public var file: String
  /// Every node, in the order of the file; what stands in a node comes behind it.
  public var steps: [StepOutline]
  /// Whether it cannot be run, because its file or that of a group it runs has errors.
  public var hasMistake: Bool
  /// What it is for.
  public var docs: String?

  public init(_ id: String, file: String, steps: [StepOutline] = [], hasMistake: Bool = false) {
    self.id = id
    self.file = file
    self.steps = steps
    self.hasMistake = hasMistake
  }
}
