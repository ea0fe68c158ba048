/// Two runs of the same group side by side, as it was in each of them: a step is found again by its name, wherever it stands.
public struct RunComparison: Sendable, Hashable {
  /// A node in both; nil in the one where its turn never came, or where the group had no such step.
  public struct Row: Sendable, Hashable {
    /// The node's place in the tree of both runs.
    package let place: NodePath
    /// The node's place: in the left run, if that has it.
    public let path: NodePath
    /// Its name.
    public let name: String
    /// The node's record in the left run; nil if that has none.
    public let left: NodeRecord?
    /// The node's record in the right run; nil if that has none.
    public let right: NodeRecord?
    /// Whether the group had this step when the left run and when the right run was made.
    package let isInLeft, isInRight: Bool
    /// The differences between their outputs; nil if these could not be read.
    public let differences: [ValueDifference]?
    /// The differences between what they sent and between the rest of their responses: `.request.query.page`,
    /// `.headers.etag`. Empty if that is not compared; nil if it could not be read.
    package let exchange: [ValueDifference]?
    /// Whether they ended in another way, or with another status, and nobody ignores that.
    package let isOutcomeDifferent: Bool
    /// Whether all that stands in it is the same: the steps of a group, the elements of a list.
    package fileprivate(set) var isSameInside = true

    /// How many elements it ran for in both, where that is not the same.
    package var counts: (left: Int, right: Int)? {
      guard let left = left?.made.elements, let right = right?.made.elements, left != right else { return nil }
      return (left, right)
    }

    /// How much longer the right one took.
    package var slower: Duration? {
      guard let left = left?.duration, let right = right?.duration else { return nil }
      return right - left
    }

    /// Whether it ended in the same way, with the same status and the same output, and so all that stands in it. Time does not count.
    public var isSame: Bool {
      isInLeft == isInRight && !isOutcomeDifferent && isSameInside && differences?.isEmpty == true
        && exchange?.isEmpty == true
    }
  }

  /// In the order of the group.
  public let rows: [Row]

  /// Whether every node ended in the same way in both.
  public var isSame: Bool { rows.allSatisfy(\.isSame) }

  /// The value that a recorded node gave.
  public typealias Output = @Sendable (NodeRecord) async throws -> JSONValue?

  /// - Parameter output: of both runs; what it throws makes the outputs of that row unknown.
  public init(_ left: RunRecording, _ right: RunRecording, output: @escaping Output) async {
    await self.init(left, right, leftOutput: output, rightOutput: output)
  }

  /// - Parameters:
  ///   - leftOutput: of the left run; what it throws makes the outputs of that row unknown.
  ///   - rightOutput: of the right run.
  public init(
    _ left: RunRecording, _ right: RunRecording, leftOutput: @escaping Output, rightOutput: @escaping Output
  ) async {
    await self.init(
      left, right, leftOutput: leftOutput, rightOutput: rightOutput, exchange: { _ in nil }, ignoring: IgnoredPaths())
  }

  /// - Parameters:
  ///   - exchange: a node's request and the rest of its response, as one value; what it throws makes that of the row
  ///     unknown.
  ///   - ignored: places that count as the same.
  package init(
    _ left: RunRecording, _ right: RunRecording, leftOutput: @escaping Output, rightOutput: @escaping Output,
    exchange: @escaping Output, ignoring ignored: IgnoredPaths
  ) async {
    let sides = Sides(left, right)
    // What was masked when a run left its machine is not known here: it counts as the same.
    let hasMasks = left.mayHoldMasks || right.mayHoldMasks
    func known(_ differences: [ValueDifference]?) -> [ValueDifference]? {
      hasMasks ? differences?.filter { !$0.isMasked } : differences
    }
    var rows: [Row] = []
    for place in sides.places {
      let (left, right) = (sides.left.nodes[place], sides.right.nodes[place])
      let ignored = ignored.of(step: left?.name ?? right?.name ?? "")
      rows.append(
        Row(
          place: place, path: left?.path ?? right?.path ?? place, name: left?.name ?? right?.name ?? "", left: left,
          right: right, isInLeft: sides.left.has(place), isInRight: sides.right.has(place),
          differences: known(await Self.differences((left, leftOutput), (right, rightOutput), ignored)),
          exchange: known(await Self.differences((left, exchange), (right, exchange), ignored)),
          isOutcomeDifferent: Self.isOutcomeDifferent(left, right, ignored)))
    }
    self.rows = Self.knowingInside(rows)
  }

  /// Returns the rows, with all that contain a row that differs marked as different inside.
  private static func knowingInside(_ rows: [Row]) -> [Row] {
    var around: Set<NodePath> = []
    for row in rows where !row.isSame {
      var place = row.place.parent
      while let next = place, around.insert(next).inserted { place = next.parent }
    }
    return rows.map { row in
      var row = row
      row.isSameInside = !around.contains(row.place)
      return row
    }
  }

  private static func isOutcomeDifferent(
    _ left: NodeRecord?, _ right: NodeRecord?, _ ignored: IgnoredPaths
  ) -> Bool {
    guard !ignored.cover(.root.appending(.key("status"))) else { return false }
    return left.outcome != right.outcome || left?.status != right?.status
  }

  private static func differences(
    _ left: (record: NodeRecord?, output: Output), _ right: (record: NodeRecord?, output: Output),
    _ ignored: IgnoredPaths
  ) async -> [ValueDifference]? {
    do {
      let value = try await value(of: left.record, left.output)
      return .some(
        ValueDifference.between(value, try await Self.value(of: right.record, right.output), ignoring: ignored))
    } catch {
      return nil
    }
  }

  private static func value(of record: NodeRecord?, _ output: Output) async throws -> JSONValue? {
    guard let record else { return nil }
    return try await output(record)
  }
}

/// The records of the nodes of two runs, by their places in the tree of both.
private struct Sides {
  struct Side {
    var nodes: [NodePath: NodeRecord] = [:]
    private let steps: Set<NodePath>
    /// How many elements of a list ran.
    private var ran: [NodePath: Int] = [:]
    /// An old recording knows only the steps whose turn came: then nobody knows that there was none.
    private let isWhole: Bool

    init(_ recording: RunRecording, _ places: [NodePath: NodePath], _ elements: ElementPlaces) {
      steps = Set(places.values)
      isWhole = !recording.outline.isEmpty
      for record in recording.nodes {
        guard let place = record.path.translated(by: places).map(elements.place) else { continue }
        nodes[place] = record
        if place.isElementOfList, let list = place.parent { ran[list, default: 0] += 1 }
      }
    }

    /// Whether the run had this step, and where it stands in an element of a list, that element.
    func has(_ place: NodePath) -> Bool {
      guard !isWhole || steps.contains(place.withoutElements) else { return false }
      return place.elementsAround.allSatisfy { element in
        guard let list = element.parent.flatMap({ nodes[$0] }), list.state == .succeeded || list.state == .failed else {
          return true
        }
        return nodes[element] != nil || isCutShort(list, at: element)
      }
    }

    /// Whether a list may have had an element that did not run.
    private func isCutShort(_ list: NodeRecord, at element: NodePath) -> Bool {
      guard let count = list.made.elements, case .element(let index)? = element.parts.last, let place = element.parent
      else { return true }
      return ran[place, default: 0] < count && index < count
    }
  }

  let left: Side
  let right: Side

  init(_ left: RunRecording, _ right: RunRecording) {
    let matching = StepMatching(left.knownOutline, right.knownOutline)
    let elements = ElementMatching(left, matching.left, right, matching.right)
    self.left = Side(left, matching.left, elements.left)
    self.right = Side(right, matching.right, elements.right)
  }

  var places: [NodePath] { Set(left.nodes.keys).union(right.nodes.keys).sorted() }
}

extension NodeRecord? {
  /// Its turn did not come where nothing is recorded.
  fileprivate var outcome: NodeRecord.State { self?.state ?? .neverRan }
}

extension ValueDifference {
  /// Whether a side is masked.
  fileprivate var isMasked: Bool {
    [left, right].contains { $0?.string?.utf8.contains(Secrets.mask.utf8) == true }
  }
}
