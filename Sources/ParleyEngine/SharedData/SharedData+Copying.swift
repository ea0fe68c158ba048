/// Keys of the active environment on their way to another one.
package struct SharedCopy: Sendable {
  /// The names of the keys that are copied.
  package fileprivate(set) var names: [String] = []
  /// Those of them that are there already, and would be replaced.
  package fileprivate(set) var taken: [String] = []
  /// Keys that belong to all environments: there is nothing to copy.
  package fileprivate(set) var common: [String] = []
  /// The edits that copy them, unless somebody writes one of the keys meanwhile.
  package fileprivate(set) var edits: [SharedEdit] = []
}

extension SharedData {
  /// Prepares the copying of keys to another environment: `make` does it, as one batch.
  /// - Parameters:
  ///   - names: of keys that are seen from the active environment; those that are not there are left out.
  ///   - target: the environment they are copied to.
  ///   - isMove: whether they are removed here.
  /// - Throws: `.locked`, `.unknownCipher`, `.damaged` where a value cannot be read.
  package func copy(
    _ names: [String], to target: String?, isMove: Bool, writer: String? = nil
  ) async throws(SharedDataError) -> SharedCopy {
    var copy = SharedCopy()
    SharedProgress.begin(names.count)
    let rules = rules
    for start in stride(from: 0, to: names.count, by: Self.keysAtOnce) {
      let some = Array(names[start..<min(start + Self.keysAtOnce, names.count)])
      let pasts = try await pasts(of: some.map(key), limit: 1)
      let new = some.map { rules.key($0, in: target) }
      let there = try await lastHeads(of: new)
      for (index, past) in pasts.enumerated() {
        try SharedProgress.step()
        try copy.add(past, to: new[index], replacing: there[index], isMove: isMove, in: self, writer)
      }
    }
    return copy
  }
}

extension SharedData {
  /// Prepares the copying of one key from a side of a comparison to an environment. Nothing is prepared where the side does not have
  /// the key, or the key belongs to all environments.
  /// - Throws: `.locked`, `.unknownCipher`, `.damaged` where the value cannot be read.
  package func copy(
    _ name: String, from side: SharedSide, to target: String?, writer: String? = nil
  ) async throws(SharedDataError) -> SharedCopy {
    var copy = SharedCopy()
    guard let record = try await record(of: name, on: side), let content = record.content else { return copy }
    let new = rules.key(name, in: target)
    if case .environment = side, record.key == new {
      copy.common = [name]
      return copy
    }
    let there = try await lastHeads(of: [new])[0]
    let moved = try resealed(content, from: record.key, to: new)
    copy.names = [name]
    copy.edits = [edit(new, moved, writer, .lastChange(there?.sequence ?? 0))]
    return copy
  }
}

extension SharedCopy {
  fileprivate mutating func add(
    _ past: SharedPast, to new: SharedKey, replacing there: SharedHead?, isMove: Bool, in shared: SharedData,
    _ writer: String?
  ) throws(SharedDataError) {
    guard let last = past.last, let content = last.content else { return }
    let (source, name) = (past.key, past.key.name)
    guard source != new else {
      common.append(name)
      return
    }
    if there?.isRemoval == false { taken.append(name) }
    let moved = try shared.resealed(content, from: source, to: new)
    names.append(name)
    edits.append(shared.edit(new, moved, writer, .lastChange(there?.sequence ?? 0)))
    if isMove { edits.append(shared.edit(source, nil, writer, .lastChange(last.sequence))) }
  }
}
