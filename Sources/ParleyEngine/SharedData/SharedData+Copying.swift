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
    for name in names {
      try SharedProgress.step()
      let (source, new) = (key(name), rules.key(name, in: target))
      guard let last = try await lastChange(of: source), let content = last.content else { continue }
      guard source != new else {
        copy.common.append(name)
        continue
      }
      let there = try await lastChange(of: new)
      if there?.content != nil { copy.taken.append(name) }
      let moved = try resealed(content, from: source, to: new)
      copy.names.append(name)
      copy.edits.append(edit(new, moved, writer, .lastChange(there?.sequence ?? 0)))
      if isMove { copy.edits.append(edit(source, nil, writer, .lastChange(last.sequence))) }
    }
    return copy
  }
}
