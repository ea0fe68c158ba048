extension Shop {
  /// The items that have one of `tags` (all, without any), sorted.
  nonisolated func items(tagged tags: [String], by order: ItemOrder) -> [Item] {
    order.sorted(items.filter { item in tags.isEmpty || tags.contains(where: item.tags.contains) })
  }

  nonisolated func items(named words: String) -> [Item] {
    items.filter { $0.name.lowercased().contains(words.lowercased()) }
  }

  nonisolated func item(_ id: Int) throws -> Item {
    guard let item = items.first(where: { $0.id == id }) else {
      throw Problem.notFound("There is no item \(id). GET /items lists them.")
    }
    return item
  }
}
