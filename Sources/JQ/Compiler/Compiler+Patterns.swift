extension Compiler {
  /// The variables of all alternatives are known behind them.
  mutating func pattern(
    _ patterns: [Pattern], _ scope: Scope?, _ layout: Layout
  ) throws(JQCompileError) -> (PatternNode, Scope?) {
    var (slots, inner): ([String: Int], Scope?) = ([:], scope)
    for name in patterns.flatMap(\.names) where slots[name] == nil {
      let slot = layout.newSlot()
      slots[name] = slot
      inner = Scope(.variable(name, slot: slot), in: layout, inner)
    }
    var alternatives: [PatternAlternative] = []
    for pattern in patterns { alternatives.append(try alternative(pattern, slots, inner, layout)) }
    return (PatternNode(alternatives, slots: Array(slots.values)), inner)
  }

  private mutating func alternative(
    _ pattern: Pattern, _ slots: [String: Int], _ scope: Scope?, _ layout: Layout
  ) throws(JQCompileError) -> PatternAlternative {
    var steps: [PatternAlternative.Step] = []
    let slot = slot(of: pattern, slots, layout)
    try take(pattern, from: slot, slots, scope, layout, into: &steps)
    return PatternAlternative(slot: slot, steps: steps)
  }

  /// Returns the slot that holds the value while `pattern` takes it apart.
  private func slot(of pattern: Pattern?, _ slots: [String: Int], _ layout: Layout) -> Int {
    if case .variable(let name, _) = pattern, let slot = slots[name] { return slot }
    return layout.newSlot()
  }

  private mutating func take(
    _ pattern: Pattern, from source: Int, _ slots: [String: Int], _ scope: Scope?, _ layout: Layout,
    into steps: inout [PatternAlternative.Step]
  ) throws(JQCompileError) {
    switch pattern {
    case .variable: break
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        let slot = slot(of: element, slots, layout)
        steps.append(PatternAlternative.Step(source: source, key: .index(index), slot: slot, variable: nil))
        try take(element, from: slot, slots, scope, layout, into: &steps)
      }
    case .object(let members):
      for member in members {
        let key = try node(member.key, scope, layout)
        let slot = slot(of: member.pattern, slots, layout)
        let variable = member.variable.flatMap { slots[$0] }
        steps.append(PatternAlternative.Step(source: source, key: .name(key), slot: slot, variable: variable))
        if let inner = member.pattern { try take(inner, from: slot, slots, scope, layout, into: &steps) }
      }
    }
  }
}
