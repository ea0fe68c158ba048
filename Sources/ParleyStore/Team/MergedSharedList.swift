import ParleyEngine

/// The keys of two places as one list, by windows. Those of a team are all at hand, opened as they are needed.
struct MergedSharedList {
  let own: any SharedDataStorage
  let team: RoutedSharedData.Team

  /// - Parameter query: the query for both places.
  func page(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage {
    let theirs = try await teams(query)
    guard theirs.count > 0 else { return try await own.list(query.withoutTeams(team)) }
    let skipped = query.offset == 0 ? 0 : try await teamsAmongFirst(query.offset, of: theirs, query)
    var mine = query.withoutTeams(team)
    mine.offset = query.offset - skipped
    let page = try await own.list(mine)
    let records = Self.merged(page.records, theirs, from: skipped, limit: query.limit, by: query.sort)
    return SharedRecordPage(total: query.isCounted ? page.total + theirs.count : 0, records: records)
  }

  /// Of this machine's keys alone.
  func ownPage(_ query: SharedQuery) async throws(RepositoryError) -> SharedRecordPage {
    try await own.list(query.withoutTeams(team))
  }

  func ownKeys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    try await own.keys(query.withoutTeams(team))
  }

  func keys(_ query: SharedQuery) async throws(RepositoryError) -> [SharedKey] {
    let theirs = try await team.storage.keys(query)
    let mine = try await ownKeys(query)
    return theirs.isEmpty ? mine : (mine + theirs).sorted { $0.name.precedes($1.name) }
  }

  /// The groups of both, by name.
  func level(_ query: SharedQuery, limit: Int) async throws(RepositoryError) -> SharedLevel {
    let mine = try await own.level(query.withoutTeams(team), limit: limit)
    let theirs = try await team.storage.level(query, limit: limit)
    var counts = Dictionary(mine.groups.map { (ExactString($0.prefix), $0.count) }) { $1 }
    var common = 0
    for group in theirs.groups {
      if counts[ExactString(group.prefix)] != nil { common += 1 }
      counts[ExactString(group.prefix), default: 0] += group.count
    }
    var level = SharedLevel()
    level.groups =
      counts.map { SharedLevel.Group($0.key.text, count: $0.value) }
      .sorted { $0.prefix.precedes($1.prefix) }.prefix(limit) + []
    level.groupCount = mine.groupCount + theirs.groupCount - common
    level.directCount = mine.directCount + theirs.directCount
    level.keyCount = mine.keyCount + theirs.keyCount
    return level
  }

  /// All of the team's that are looked for, in their order.
  private func teams(_ query: SharedQuery) async throws(RepositoryError) -> TeamFound {
    if let sealed = team.storage as? TeamSharedData { return try await sealed.found(query) }
    var all = query
    (all.offset, all.limit) = (0, .max)
    return TeamFound(try await team.storage.list(all).records)
  }

  /// How many of the first keys are the team's, by halving.
  private func teamsAmongFirst(
    _ count: Int, of theirs: TeamFound, _ query: SharedQuery
  ) async throws(RepositoryError) -> Int {
    var counting = query.withoutTeams(team)
    (counting.offset, counting.limit, counting.isCounted) = (0, 0, true)
    let ownTotal = try await own.list(counting).total
    var (low, high) = (min(theirs.count, max(0, count - ownTotal)), min(count, theirs.count))
    while low < high {
      let middle = (low + high) / 2
      // The team's key there is among the first if it comes before the one of this machine that would else take its place.
      (counting.offset, counting.limit, counting.isCounted) = (count - middle - 1, 1, false)
      let mine = try await own.list(counting).records.first
      if let mine, !query.sort.puts(team: theirs[middle].asTeams, before: mine) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private static func merged(
    _ own: [SharedRecord], _ theirs: TeamFound, from first: Int, limit: Int, by sort: SharedSort
  ) -> [SharedRecord] {
    var merged: [SharedRecord] = []
    var mine = own.makeIterator()
    var places = (first..<theirs.count).makeIterator()
    var (left, right) = (mine.next(), places.next().map { theirs[$0].asTeams })
    while merged.count < limit, left != nil || right != nil {
      if let team = right, left.map({ sort.puts(team: team, before: $0) }) ?? true {
        merged.append(team)
        right = places.next().map { theirs[$0].asTeams }
      } else if let next = left {
        merged.append(next)
        left = mine.next()
      }
    }
    return merged
  }
}

extension SharedSort {
  /// The two count their changes by themselves: which came first the clock says.
  fileprivate func puts(team left: SharedRecord, before right: SharedRecord) -> Bool {
    guard field == .time, left.at != right.at else { return puts(left, before: right) }
    return (left.at < right.at) != isDescending
  }
}

extension SharedQuery {
  /// The query for this machine's keys, without the team's.
  fileprivate func withoutTeams(_ team: RoutedSharedData.Team) -> SharedQuery {
    var query = self
    query.excluded = team.keys
    return query
  }
}
