import ParleyFiles
import ParleyText

extension YAMLPatch {
  mutating func changeList(
    _ node: YAMLNode, _ written: [YAMLNode], to items: [YAMLValue]
  ) throws(SaveError) {
    let steps = Alignment.steps(oldCount: written.count, newCount: items.count) { items[$1].isSaid(by: written[$0]) }
    for case .change(let old, let new) in steps {
      let indentation = node.isFlow ? 0 : layout.indentation(at: written[old].place.range.lowerBound)
      try change(written[old], to: items[new], isFlow: node.isFlow, indentation: indentation)
    }
    let parts = try written.map { item throws(SaveError) in try part(item, isFlow: node.isFlow) }
    try apply(steps, to: parts, isFlow: node.isFlow) { [writer] index, indentation, isFlow in
      isFlow ? [writer.flow(items[index])] : writer.lines(item: items[index], indentation: indentation)
    }
  }

  /// An item of a block begins with its dash, which libyaml does not count to it.
  private func part(_ item: YAMLNode, isFlow: Bool) throws(SaveError) -> Part {
    let start = item.place.range.lowerBound
    if isFlow { return Part(start: start, node: item) }
    var dash = start - 1
    while dash >= 0, layout.source.bytes[dash].isBlank || layout.source.bytes[dash].isLineBreak { dash -= 1 }
    guard dash >= 0, layout.source.bytes[dash] == UInt8(ascii: "-") else {
      throw .cannotBePatched("an item has no dash of its own")
    }
    return Part(start: dash, node: item)
  }
}
