public import ParleyEngine

/// A group as its file has it: what a run will do, before there is one.
public struct GroupOutline: Hashable, Sendable, Identifiable {
  public var id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  public var file: String
  /// Every node, in the order of the file; what stands in a node comes behind it.
  public var steps: [StepOutline]
  /// Whether its file cannot be used as it is.
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

/// A node as its file has it.
public struct StepOutline: Hashable, Sendable {
  public var path: NodePath
  public var name: String
  public var kind: NodeRecord.Kind
  /// Of a request.
  public var method: String?
  /// Of a request; nil when there is none of that name.
  public var request: RequestID?
  /// What a local job does, as in `jq`, or the program's name.
  public var means: String?
  /// What it says of when, how often and in which way it runs, as in `when .total > 0`.
  public var notes: [String]
  public var isDisabled: Bool

  public init(
    _ path: NodePath, _ name: String, _ kind: NodeRecord.Kind, method: String? = nil, request: RequestID? = nil,
    means: String? = nil, notes: [String] = [], isDisabled: Bool = false
  ) {
    self.path = path
    self.name = name
    self.kind = kind
    self.method = method
    self.request = request
    self.means = means
    self.notes = notes
    self.isDisabled = isDisabled
  }
}
