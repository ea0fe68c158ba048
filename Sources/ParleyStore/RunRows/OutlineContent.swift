import ParleyEngine

/// The steps of a run's group as a record, and the other way round:
///
///     version, steps: path, name, kind, method?, request?, means?, notes, whether it is left out, root?, definition? (from 2 on)
///
/// There is no secret in it: files of a workspace hold none.
enum OutlineContent {
  private static let version = 2

  static func write(_ outline: [StepOutline]) -> [UInt8] {
    var writer = RecordWriter(capacity: 16 + outline.count * 48)
    writer.write(version)
    writer.write(outline) { writer, step in
      writer.write(step.path.description)
      writer.write(step.name)
      writer.write(step.kind.rawValue)
      for text in [step.method, step.request, step.means] { writer.write(text) }
      writer.write(step.notes) { $0.write($1) }
      writer.write(step.isDisabled)
      writer.write(step.root?.description)
      writer.write(step.definition)
    }
    return writer.bytes
  }

  static func read(_ content: [UInt8]) throws(RepositoryError) -> [StepOutline] {
    var reader = RecordReader(content)
    let version = try reader.int()
    guard (1...Self.version).contains(version) else { throw RecordReader.damage }
    return try reader.list { reader throws(RepositoryError) in
      var step = try step(from: &reader)
      if version > 1 { step.told = try reader.optionalText().map { DefinitionText($0) } }
      return step
    }
  }

  private static func step(from reader: inout RecordReader) throws(RepositoryError) -> StepOutline {
    var step = StepOutline(try reader.path(), try reader.text(), try reader.word())
    step.method = try reader.optionalText()
    step.request = try reader.optionalText()
    step.means = try reader.optionalText()
    step.notes = try reader.list { reader throws(RepositoryError) in try reader.text() }
    step.isDisabled = try reader.flag()
    step.root = try reader.valuePath()
    return step
  }
}

extension RecordReader {
  fileprivate mutating func valuePath() throws(RepositoryError) -> ValuePath? {
    guard let text = try optionalText() else { return nil }
    guard let path = try? ValuePath(parsing: text) else { throw Self.damage }
    return path
  }
}
