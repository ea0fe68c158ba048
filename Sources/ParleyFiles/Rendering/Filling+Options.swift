extension Filling {
  /// Those that are said, with their texts filled in.
  mutating func fill(_ options: EffectiveOptions) async throws -> OptionsDefinition {
    var filled = OptionsDefinition()
    for field in OptionsDefinition.fields where field.isSaid(in: options.said) {
      try await field.fill(&self, options, &filled)
    }
    return filled
  }
}
