import HTTPServing
import ParleyEngine

/// The shop's items, in pages and one by one.
enum ItemRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .get("/items", "Items in pages: page, per, sort, tags[]") { try page($0, shop) },
      .get("/items/search", "Items whose name contains q") { try search($0, shop) },
      .get("/items.csv", "All items as comma-separated values") { _ in csv(shop) },
      .get("/items.ndjson", "All items, a JSON object a line") { _ in
        .text(shop.items.map { $0.json.line + "\n" }.joined(), type: "application/x-ndjson")
      },
      .get("/items/:id", "One item, with ETag and max-age: If-None-Match gets 304") { try item($0, shop) },
    ]
  }

  private static func page(_ request: Request, _ shop: Shop) throws -> ServedResponse {
    let tags = request.query.values(of: "tags[]") + request.query.values(of: "tags")
    return try paged(shop.items(tagged: tags, by: order(request)), request)
  }

  private static func search(_ request: Request, _ shop: Shop) throws -> ServedResponse {
    guard let words = request.query["q"], !words.isEmpty else {
      throw Problem.badRequest("There is nothing to search for.", field: "q", "must be a word: /items/search?q=lamp")
    }
    return try paged(shop.items(named: words), request)
  }

  private static func item(_ request: Request, _ shop: Shop) throws -> ServedResponse {
    let item = try shop.item(request.integer("id", in: 1...Int.max))
    let reply = ServedResponse.success(item.json).with("Cache-Control", "max-age=60")
    return reply.validated(by: EntityTag("item-\(item.id)-1"), for: request)
  }

  private static func csv(_ shop: Shop) -> ServedResponse {
    let rows = shop.items.map { item in
      "\(item.id),\(item.name),\(item.price.json.line),\"\(item.tags.joined(separator: ", "))\",\(item.stock)\r\n"
    }
    return .text("id,name,price,tags,stock\r\n" + rows.joined(), type: "text/csv; charset=utf-8; header=present")
  }

  private static func paged(_ items: [Item], _ request: Request) throws -> ServedResponse {
    let pagination = Pagination(
      total: items.count,
      page: try request.query.integer("page", in: 1...1_000_000, standard: 1),
      per: try request.query.integer("per", in: 1...100, standard: 10))
    let reply = ServedResponse.success(.array(pagination.slice(of: items).map(\.json)), pagination: pagination)
    let links = links(from: pagination, request)
    return links.isEmpty ? reply : reply.with("Link", links)
  }

  /// The pages before and after, relative to this one (RFC 8288).
  private static func links(from pagination: Pagination, _ request: Request) -> String {
    let others = request.rawQuery.split(separator: "&").filter { !$0.hasPrefix("page=") }
    let near = [("prev", pagination.page - 1), ("next", pagination.page + 1)]
    return near.filter { 1...max(1, pagination.pages) ~= $0.1 && $0.1 != pagination.page }.map { relation, page in
      "<?\((["page=\(page)"] + others).joined(separator: "&"))>; rel=\"\(relation)\""
    }.joined(separator: ", ")
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
