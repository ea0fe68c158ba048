extension Composer {
  mutating func update(_ action: Action, in surroundings: Surroundings) -> [Effect] {
    switch action {
    case .loaded(let loaded):
      saved = loaded.saved
      draft = loaded.draft ?? loaded.saved
      return [.perform(Work.preview(draft, of: request))]
    case .previewed(let preview):
      self.preview = preview
      return []
    }
  }
}
