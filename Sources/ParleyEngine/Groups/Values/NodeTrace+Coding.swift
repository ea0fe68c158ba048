// By hand, because what was written before there were warnings has none.
extension NodeTrace.Notes {
  private enum Key: String, CodingKey {
    case steps, sharedReads, sharedWrites, sources, usesInput, elements, sharedTransfers, warnings, edits, held, edited,
      secretOutput
    case secretInput
  }

  /// Reads what any version of the engine wrote.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    steps = try container.decode([NodePath].self, forKey: .steps)
    sharedReads = try container.decode([SharedUse].self, forKey: .sharedReads)
    sharedWrites = try container.decode([SharedUse].self, forKey: .sharedWrites)
    sources = try container.decode([NodeSource].self, forKey: .sources)
    usesInput = try container.decodeIfPresent(Bool.self, forKey: .usesInput)
    elements = try container.decodeIfPresent(Int.self, forKey: .elements)
    sharedTransfers = try container.decodeIfPresent([NodeTrace.SharedTransfer].self, forKey: .sharedTransfers) ?? []
    warnings = try container.decodeIfPresent([String].self, forKey: .warnings) ?? []
    edits = try container.decodeIfPresent([NodeEdit].self, forKey: .edits) ?? []
    isEdited = try container.decodeIfPresent(Bool.self, forKey: .edited) ?? false
    secretOutput = try container.decodeIfPresent(SecretParts.self, forKey: .secretOutput)
    secretInput = try container.decodeIfPresent(SecretParts.self, forKey: .secretInput)
    rareNotes = try RareNotes(from: decoder)
    held = try container.decodeIfPresent(Int64.self, forKey: .held).map { .microseconds($0) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(steps, forKey: .steps)
    try container.encode(sharedReads, forKey: .sharedReads)
    try container.encode(sharedWrites, forKey: .sharedWrites)
    try container.encode(sources, forKey: .sources)
    try container.encodeIfPresent(usesInput, forKey: .usesInput)
    try container.encodeIfPresent(elements, forKey: .elements)
    if !sharedTransfers.isEmpty { try container.encode(sharedTransfers, forKey: .sharedTransfers) }
    if !warnings.isEmpty { try container.encode(warnings, forKey: .warnings) }
    if !edits.isEmpty { try container.encode(edits, forKey: .edits) }
    if isEdited { try container.encode(true, forKey: .edited) }
    try container.encodeIfPresent(secretOutput, forKey: .secretOutput)
    try container.encodeIfPresent(secretInput, forKey: .secretInput)
    try rareNotes?.encode(to: encoder)
    try container.encodeIfPresent(held?.inMicroseconds, forKey: .held)
  }
}
