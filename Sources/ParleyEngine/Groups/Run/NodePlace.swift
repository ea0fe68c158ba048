/// The place of a node, and what reaches the node from there.
struct NodePlace: Sendable {
  var path: NodePath
  /// The table that takes its result by name.
  var table: StepTable
  var previous: NodeResult?
  var source: NodeInput.Source
  var element: NodeInput.Element?
  /// Whether other nodes may run at the same time.
  var isParallel = false

  func node(_ index: Int) -> NodePlace {
    var place = self
    place.path = path.node(index)
    return place
  }

  /// With nothing coming from a node before it, and others beside it.
  var alone: NodePlace {
    var place = self
    (place.previous, place.source, place.isParallel) = (nil, .none, true)
    return place
  }

  func element(_ value: JSONValue, at index: Int, from origin: NodeInput.Origin) -> NodePlace {
    var place = self
    place.path = path.element(index)
    place.source = .element(value, origin.ofElement(index))
    place.element = NodeInput.Element(value: value, index: index)
    return place
  }

  /// The place with a table of its own, beside others: nothing outside sees the names of the steps in it.
  var withOwnNames: NodePlace {
    var place = self
    place.table = StepTable(inside: table)
    place.isParallel = true
    return place
  }

  mutating func takes(_ result: NodeResult, of path: NodePath) {
    guard result.hasRun else { return }
    (previous, source) = (result, .result(result, path))
  }

  /// For the nodes of a group that stands here.
  func inside(_ group: RequestGroup, input: NodeInput) -> NodePlace {
    var place = self
    (place.previous, place.source) = (input.previous, input.source)
    if group.hasOwnNames { place.table = StepTable(of: group, inside: table) }
    return place
  }
}
