internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles

/// A definition on its way into a file of its own. What a file cannot say is left out and listed, and the rest is
/// written: one thing of a source never keeps all of it from being imported.
struct WritableDefinition<Definition: Sendable & Equatable> {
  private let definition: Definition
  private let form: Form<Definition>
  private let blank: Definition

  init(_ definition: Definition, _ form: Form<Definition>, blank: Definition) {
    (self.definition, self.form, self.blank) = (definition, form, blank)
  }

  /// - Parameter place: how notes call it.
  func file(at place: String, _ notes: inout [ImportNote]) throws(SaveError) -> (definition: Definition, bytes: [UInt8])
  {
    if let bytes = try? bytes(of: definition) { return (definition, bytes) }
    var kept = blank
    for key in form.keys where key.write(definition) != nil {
      var more = kept
      key.copy(definition, &more)
      do throws(SaveError) {
        _ = try bytes(of: more)
        kept = more
      } catch {
        notes.append(ImportNote(place, "Its \(key.property.name) was left out. \(error.summary)"))
      }
    }
    return (kept, try bytes(of: kept))
  }

  private func bytes(of definition: Definition) throws(SaveError) -> [UInt8] {
    try DefinitionPatch(form, of: SourceText(file: "", bytes: []), blank: blank).bytes(saying: definition)
  }
}

extension ImportedRequest {
  /// Its definition as far as a file can say it, and the file.
  func file(_ notes: inout [ImportNote]) throws(SaveError) -> (definition: RequestDefinition, bytes: [UInt8]) {
    try WritableDefinition(definition, RequestDefinition.form, blank: RequestDefinition()).file(at: id, &notes)
  }
}
