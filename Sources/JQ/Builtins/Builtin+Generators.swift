extension Builtin {
  /// The functions that take filters and decide how often these run.
  static let generators: [(String, Builtin)] = [
    filters("range", 1) { arguments, place in
      RangeNode(ConstantNode(Value(0), at: place), arguments[0], nil, at: place)
    },
    filters("range", 2) { arguments, place in RangeNode(arguments[0], arguments[1], nil, at: place) },
    filters("range", 3) { arguments, place in RangeNode(arguments[0], arguments[1], arguments[2], at: place) },
    filters("recurse", 0) { _, place in RecurseNode(nil, at: place) },
    filters("recurse", 1) { arguments, place in RecurseNode(arguments[0], at: place) },
    filters("recurse", 2) { arguments, place in
      RecurseNode(PipeNode(arguments[0], SelectNode(arguments[1], at: place), at: place), at: place)
    },
    filters("select", 1) { arguments, place in SelectNode(arguments[0], at: place) },
    filters("limit", 2) { arguments, place in LimitNode(arguments[0], arguments[1], at: place) },
    filters("first", 1) { arguments, place in FirstNode(arguments[0], at: place) },
    filters("last", 1) { arguments, place in LastNode(arguments[0], at: place) },
    filters("skip", 2) { arguments, place in SkipNode(arguments[0], arguments[1], at: place) },
    filters("isempty", 1) { arguments, place in
      DecisionNode(arguments[0], ConstantNode(.false, at: place), isAny: false, at: place)
    },
    filters("add", 1) { arguments, place in SumNode(arguments[0], at: place) },
    filters("any", 0) { _, place in decision(parts(place), IdentityNode(at: place), true, place) },
    filters("all", 0) { _, place in decision(parts(place), IdentityNode(at: place), false, place) },
    filters("any", 1) { arguments, place in decision(parts(place), arguments[0], true, place) },
    filters("all", 1) { arguments, place in decision(parts(place), arguments[0], false, place) },
    filters("any", 2) { arguments, place in decision(arguments[0], arguments[1], true, place) },
    filters("all", 2) { arguments, place in decision(arguments[0], arguments[1], false, place) },
  ]

  private static func parts(_ place: Int) -> Node { IterateNode(IdentityNode(at: place), at: place) }

  private static func decision(_ generator: Node, _ condition: Node, _ isAny: Bool, _ place: Int) -> Node {
    DecisionNode(generator, condition, isAny: isAny, at: place)
  }
}
