/// How a list of items is sorted: what `sort=` may say.
enum ItemOrder: String, CaseIterable, Sendable {
  case id
  case name
  case price
  case priceDescending = "-price"
  case nameDescending = "-name"
  /// By price, the word many APIs use.
  case ascending = "asc"
  case descending = "desc"

  func sorted(_ items: [Item]) -> [Item] {
    switch self {
    case .id: items
    case .name: items.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    case .nameDescending: items.sorted { ($0.name, $0.id) > ($1.name, $1.id) }
    case .price, .ascending: items.sorted { ($0.price, $0.id) < ($1.price, $1.id) }
    case .priceDescending, .descending: items.sorted { ($0.price, $0.id) > ($1.price, $1.id) }
    }
  }
}
