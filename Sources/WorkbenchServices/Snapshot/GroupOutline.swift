package import ParleyEngine

/// A group as its file has it: what a run will do, before there is one.
package struct GroupOutline: Hashable, Sendable, Identifiable {
  package var id: String
  /// Within the workspace, as in `groups/checkout.yaml`.
  package var file: String
  /// Every node, in the order of the file; what stands in a node comes behind it.
  package var steps: [StepOutline]
  /// Whether it cannot be run, because its file or that of a group it runs has errors.
  package var hasMistake: Bool
  /// Whether the file of a request that it sends has a warning, such as a variable that an environment lacks.
  package var warnsOfRequests = false
  /// Whether edits are kept that its file does not have.
  package var hasDraft = false
  /// The group's documentation.
  package var docs: String?

  package init(_ id: String, file: String, steps: [StepOutline] = [], hasMistake: Bool = false) {
    self.id = id
    self.file = file
    self.steps = steps
    self.hasMistake = hasMistake
  }
}
