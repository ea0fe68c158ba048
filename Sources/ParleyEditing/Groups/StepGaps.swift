internal import ParleyEngine
import ParleyFiles
internal import ParleyText

/// The text between the steps of a list while the steps change: blank lines, and comments apart from the steps.
struct StepGaps {
  private let renderer: StepRenderer
  /// The steps as they stand; none where they are in brackets.
  private let list: [WrittenStep]
  /// Places of the list's steps, by their ids.
  private let places: [Int: Int]
  /// Nothing was added or taken away, so that what stands between places stays there.
  private let isReordered: Bool
  /// Steps that are elsewhere by now, and had comments in front of them that are not theirs.
  private var waiting: [Int] = []
  /// Between steps that were not neighbours.
  private let usual: String
  /// How much further to the right the steps are.
  private let distance: Int

  /// - Parameter isWhole: the branches are all that is left of the list; otherwise a new list takes some of it.
  init(_ list: WrittenList?, _ branches: [StepBranch], in renderer: StepRenderer, column: Int, isWhole: Bool) {
    let steps = list?.steps ?? []
    let list = steps.allSatisfy { $0.column != nil } ? steps : []
    self.renderer = renderer
    self.list = list
    distance = column - (list.first?.column ?? column)
    places = Dictionary(list.indices.map { (list[$0].id, $0) }) { first, _ in first }
    isReordered = !list.isEmpty && Set(branches.map(\.id)) == Set(places.keys)
    let inner = list.dropFirst().map(\.gap)
    let isSpaced = !inner.isEmpty && inner.allSatisfy { !$0.isEmpty && !renderer.hasComment($0) }
    usual = isSpaced ? renderer.layout.lineBreak : ""
    guard isWhole else { return }
    let staying = Set(branches.flatMap { [$0.id] + ($0.written == nil ? $0.children.map(\.id) : []) })
    waiting = list.indices.dropFirst().filter { !staying.contains(list[$0].id) && renderer.hasComment(list[$0].gap) }
  }

  /// - Parameter index: its place from now on.
  package mutating func text(before branch: StepBranch, at index: Int) -> String {
    if isReordered { return index == 0 ? "" : gap(index) }
    guard let place = place(of: branch) else { return index == 0 ? "" : usual }
    let missed = take { $0 < place }
    if place == 0 { return missed + (index == 0 ? "" : usual) }
    return missed + (index > 0 || renderer.hasComment(list[place].gap) ? gap(place) : "")
  }

  /// The comments that are left over after the last step.
  var rest: String { waiting.map(gap).joined() }

  private func gap(_ place: Int) -> String {
    String(decoding: Array(renderer.bytes[list[place].gap]).indented(by: distance), as: UTF8.self)
  }

  private func place(of branch: StepBranch) -> Int? {
    places[branch.id] ?? (branch.written == nil ? branch.children.first.flatMap { places[$0.id] } : nil)
  }

  private mutating func take(_ isMeant: (Int) -> Bool) -> String {
    let meant = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    return meant.map(gap).joined()
  }
}
