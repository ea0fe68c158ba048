import HTTPServing
import ParleyEngine

/// As much of GraphQL as it takes to ask for an item by its id.
enum GraphQLRoute {
  static func all(_ shop: Shop) -> [Route] {
    [.post("/graphql", "GraphQL: query($id: Int!) { item(id: $id) { … } }") { try await answer($0, shop) }]
  }

  private static func answer(_ request: Request, _ shop: Shop) async throws -> ServedResponse {
    let asked = try request.fields()
    guard asked["query"]?.string?.contains("item(id: $id)") == true else {
      return failure("Only item(id: $id) can be asked for.")
    }
    guard let id = asked["variables"]?["id"]?.int else { return failure("$id is not a number.") }
    guard let item = try? shop.item(id) else { return .json(["data": ["item": nil]]) }
    return .json(["data": ["item": item.json]])
  }

  private static func failure(_ message: String) -> ServedResponse {
    .json(["data": nil, "errors": [["message": .string(message)]]])
  }
}
