package import ParleyEngine

// The rows of a list on their way through a filter.
extension JQTrace {
  /// Outputs and dropped values beyond so many are not looked at.
  private static let most = RowAccount.most
  /// Sources of one row of the output beyond so many are not looked at.
  private static let mostSources = 256

  /// The account of the rows of a list that went through the filter: each row by its place in that list. Nil where the output
  /// comes from no list.
  /// - Parameter count: how many elements the list at a place has; nil where there is none.
  package func rows(_ count: (JQPath) -> Int?) -> RowAccount? {
    if case .copied(let path)? = origin(of: []), let rows = value.array?.count {
      return Self.untouched(path, rows)
    }
    // One value that was picked out of a list says nothing of the list's rows.
    guard value.array != nil || !drops.isEmpty else { return nil }
    let outputs = outputRows
    guard let list = list(of: outputs, count), let into = count(list) else { return unmapped(count) }
    var account = RowAccount(list: "\(list)", into: into, out: value.array?.count)
    let drops = firstDrops(in: list)
    var places: [Int: Int] = [:]
    var (isVague, added) = (false, 0)
    for (place, output) in outputs.enumerated() {
      let rows = output.paths.compactMap { $0.row(of: list) }
      isVague = isVague || output.isPartial || output.paths.contains { $0.isAnyRow(of: list) }
      if rows.isEmpty, !output.paths.contains(where: { $0.isAnyRow(of: list) }) { added += 1 }
      for row in rows where places[row] == nil { places[row] = place }
    }
    let isList = value.array != nil
    account.added = isList ? added : 0
    for row in 0..<into {
      if let place = places[row] {
        account.add(isList ? .kept(place) : .used)
      } else if let part = drops[row] {
        account.add(.dropped(by: part))
      } else {
        // Nobody can say which rows took part once the sources of many became one.
        account.add(isVague || outputs.count == Self.most ? .used : .dropped(by: nil))
      }
    }
    return account
  }

  private static func untouched(_ list: JQPath, _ rows: Int) -> RowAccount {
    var account = RowAccount(list: "\(list)", into: rows, out: rows)
    for row in 0..<min(rows, most) { account.add(.kept(row)) }
    return account
  }

  /// Of a filter that makes a list of a list, and takes no rows over: how many there were, and how many there are.
  private func unmapped(_ count: (JQPath) -> Int?) -> RowAccount? {
    guard let out = value.array?.count, let into = count(JQPath(segments: [])) else { return nil }
    return RowAccount(list: ".", into: into, out: out)
  }

  /// The sources of one row of the output.
  private struct OutputRow {
    let paths: [JQPath]
    /// Whether there are more.
    let isPartial: Bool
  }

  private var outputRows: [OutputRow] {
    guard let rows = value.array?.count else { return [row(at: [])] }
    return (0..<min(rows, Self.most)).map { row(at: [.index($0)]) }
  }

  private func row(at path: [JQPath.Segment]) -> OutputRow {
    let leaves = leaves(of: path, limit: Self.mostSources)
    let paths = leaves.flatMap { leaf -> [JQPath] in
      switch leaf.source {
      case .copied(let path): [path]
      case .computed(_, let paths): paths
      case .built, .literal: []
      }
    }
    return OutputRow(paths: paths, isPartial: leaves.count == Self.mostSources)
  }

  /// The list whose rows differ most: in `.orders[3].lines[0]` the orders, where they are many.
  private func list(of outputs: [OutputRow], _ count: (JQPath) -> Int?) -> JQPath? {
    var rows: [JQPath: Set<Int>] = [:]
    let dropped = drops.prefix(Self.most).map(\.path)
    for path in outputs.flatMap(\.paths) + dropped {
      for (place, segment) in path.segments.enumerated() {
        let list = JQPath(variable: path.variable, segments: Array(path.segments[..<place]))
        switch segment {
        case .index(let row): rows[list, default: []].insert(row)
        case .anyIndex: rows[list, default: []].formUnion([-1, -2])
        case .key: continue
        }
      }
    }
    return rows.max { ($0.value.count, $1.key.segments.count) < ($1.value.count, $0.key.segments.count) }?.key
  }

  /// By row of the list the first part of the filter that dropped it, or something in it.
  private func firstDrops(in list: JQPath) -> [Int: String] {
    var texts: [Int: String] = [:]
    return drops.reduce(into: [:]) { first, drop in
      guard let row = drop.path.row(of: list), first[row] == nil else { return }
      let text = texts[drop.place] ?? part(at: drop.place)
      (texts[drop.place], first[row]) = (text, text)
    }
  }
}

extension JQPath {
  private func segment(in list: JQPath) -> Segment? {
    guard variable == list.variable, segments.count > list.segments.count,
      segments.starts(with: list.segments)
    else { return nil }
    return segments[list.segments.count]
  }

  /// Which row of a list it is, or lies in.
  fileprivate func row(of list: JQPath) -> Int? {
    if case .index(let row)? = segment(in: list) { row } else { nil }
  }

  fileprivate func isAnyRow(of list: JQPath) -> Bool { segment(in: list) == .anyIndex }
}
