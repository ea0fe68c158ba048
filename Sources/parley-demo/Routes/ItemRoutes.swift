/// What the shop sells, in pages and one by one.
enum ItemRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .get("/items", "Items in pages: page, per, sort, tags[]") { try page($0, shop) },
      .get("/items/search", "Items whose name contains q") { try search($0, shop) },
      .get("/items/:id", "One item, with ETag and max-age: If-None-Match gets 304") { try item($0, shop) },
    ]
  }

  private static func page(_ request: Request, _ shop: Shop) throws -> Reply {
    let tags = request.query.values(of: "tags[]") + request.query.values(of: "tags")
    return try paged(shop.items(tagged: tags, by: order(request)), request)
  }

  private static func search(_ request: Request, _ shop: Shop) throws -> Reply {
    guard let words = request.query["q"], !words.isEmpty else {
      throw Problem.badRequest("There is nothing to search for.", field: "q", "must be a word: /items/search?q=lamp")
    }
    return try paged(shop.items(named: words), request)
  }

  private static func item(_ request: Request, _ shop: Shop) throws -> Reply {
    let item = try shop.item(request.integer("id", in: 1...Int.max))
    let reply = Reply.success(item.json).with("Cache-Control", "max-age=60")
    return reply.validated(by: EntityTag("item-\(item.id)-1"), for: request)
  }

  private static func paged(_ items: [Item], _ request: Request) throws -> Reply {
    let pagination = Pagination(
      total: items.count,
      page: try request.query.integer("page", in: 1...1_000_000, standard: 1),
      per: try request.query.integer("per", in: 1...100, standard: 10))
    return .success(.array(pagination.slice(of: items).map(\.json)), pagination: pagination)
  }

  private static func order(_ request: Request) throws -> ItemOrder {
    guard let name = request.query["sort"] else { return .id }
    guard let order = ItemOrder(rawValue: name) else {
      let known = ItemOrder.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.badRequest("The items cannot be sorted by \(name).", field: "sort", "must be one of \(known)")
    }
    return order
  }
}
