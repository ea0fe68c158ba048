extension RunRecording {
  /// Where a run came from that was recorded by another program, and read from a file.
  package struct Import: Sendable, Hashable, Codable {
    /// What the workspace is called there.
    package var workspace: String
    /// What people call the run there.
    package var number: Int64?
    /// When it was read from its file.
    package var at: Timestamp
    /// The steps of which a secret was masked when the file was written: what they gave is not known any more.
    package var masked: [NodePath]

    /// A run of this workspace.
    package init(workspace: String, number: Int64?, at: Timestamp, masked: [NodePath] = []) {
      self.workspace = workspace
      self.number = number
      self.at = at
      self.masked = masked
    }

    /// `demo run 14`
    package var source: String { number.map { "\(workspace) run \($0)" } ?? workspace }
  }

  /// The steps of which something was masked when the run was exported.
  package var masked: [NodePath] { summary.imported?.masked ?? [] }
}

/// A step of an imported run whose result was masked. A reference, so that results stay small.
final class MaskedStep: Sendable {
  let path: NodePath
  let name: String

  init(_ record: NodeRecord) {
    (path, name) = (record.path, record.name)
  }

  var error: RecordingError { .masked(path, name) }
}

extension StepResults {
  /// The result of a step, for what is made from it.
  /// - Throws: `RecordingError.masked` where the step gave something that was masked when its run was exported.
  package func known(_ name: String) throws -> NodeResult? {
    guard let result = self[name] else { return nil }
    if let masked = result.masked { throw masked.error }
    return result
  }
}

extension NodeInput {
  /// Does nothing unless what the node works on was masked when its run was exported.
  /// - Throws: `RecordingError.masked`
  package func refuseMasked() throws {
    if case .result(let result, _) = source, let masked = result.masked { throw masked.error }
  }
}
