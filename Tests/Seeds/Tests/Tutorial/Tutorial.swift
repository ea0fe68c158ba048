import ParleyEngine
import Testing

/// The samples of docs/engine.md, in the order of the page.
@Suite("The tutorial of the engine", .timeLimit(.minutes(2)))
struct Tutorial {
  // sample: item
  struct Item: Codable, Hashable, Sendable {
    var id: Int
    var name: String
    var price: Double
  }
  // end

  /// A small shop.
  static func shop() throws -> Backend {
    try Backend { asked in
      switch (asked.method, asked.path) {
      case ("GET", "/v2/items"):
        .json([["id": 1, "name": "pen", "price": 2.5], ["id": 2, "name": "ink", "price": 7]])
      case ("GET", "/v2/items/1"): .json(["id": 1, "name": "pen", "price": 2.5])
      case ("POST", "/v2/items"): asked.json.map { .json($0, status: 201) } ?? .status(400)
      default: .json(["reason": "there is no such thing"], status: 404)
      }
    }
  }

  static func client(of backend: Backend) -> Client {
    Client(.init(servers: Servers(Server("\(backend.address)/v2"))))
  }

  @Test("A first request")
  func first() async throws {
    let backend = try Self.shop()
    let (api, screen) = ("\(backend.address)/v2", Screen())
    // sample: first-request
    let client = Client(.init(servers: Servers(Server(api))))

    let response = try await client.send(.get("/items"))
    screen.show(response.status.code)
    screen.show(try response.decode([Item].self).map(\.name))
    // end
    #expect(screen.lines == ["200", #"["pen", "ink"]"#])
  }

  @Test("A request is a value")
  func values() async throws {
    let backend = try Self.shop()
    let client = Self.client(of: backend)
    // sample: values
    let list = Request.get("/items")
      .query(["sort": "price", "tags": ["new", "sale"]])
      .header(.acceptLanguage, "en")
    let second = list.settingQuery("sort", "name").named("items by name")

    _ = try await client.send(list)  // GET …/items?sort=price&tags[]=new&tags[]=sale
    _ = try await client.send(second)
    // end
    #expect(backend.asked[0].query == "sort=price&tags[]=new&tags[]=sale")
    #expect(backend.asked[1].query == "tags[]=new&tags[]=sale&sort=name")
  }

  @Test("Routes and servers have names")
  func routes() async throws {
    let backend = try Self.shop()
    let (api, images) = ("\(backend.address)/v2", "\(backend.address)/images")
    // sample: routes
    let configuration = ClientConfiguration(
      servers: Servers(["shop": Server(api), "images": Server(images)], default: "shop"),
      routes: [
        Route("items", endpoint: "/items"),
        Route("item", endpoint: "/items/:id"),
        Route("picture", endpoint: "/:id.png", server: "images"),
      ])
    let client = Client(configuration)

    let pen = try await client.send(.route("item").path("id", 1), as: Item.self)
    _ = try await client.send(.route("picture").path("id", pen.id))
    // end
    #expect(pen.name == "pen")
    #expect(backend.asked.map(\.path) == ["/v2/items/1", "/images/1.png"])
  }

  @Test("Models are sent, and come back")
  func models() async throws {
    let backend = try Self.shop()
    let client = Self.client(of: backend)
    // sample: models
    let pen = Item(id: 3, name: "pen", price: 2.5)
    let made = try await client.send(.post("/items").model(pen), as: Item.self)

    let query: JSONValue = ["sort": "price"]
    let items = try await client.send(.get("/items").model(query), as: [Item].self)

    let document = try await client.send(.get("/items")).json()
    let name = document[0]?["name"]?.string  // "pen"
    // end
    #expect(made == pen && items.count == 2 && name == "pen")
    #expect(backend.asked[0]["Content-Type"] == "application/json")
    #expect(backend.asked[1].query == "sort=price")
  }

  @Test("Bodies of any kind")
  func bodies() async throws {
    let backend = try Backend()
    let client = Client(.init(servers: Servers(Server(backend.address))))
    let pixels: [UInt8] = [1, 2, 3]
    // sample: bodies
    let bodies: [Body] = [
      .json(["n": 1]),
      .json(encoding: Item(id: 1, name: "pen", price: 2.5)),
      .form([("user", "ada"), ("note", "as you like it")]),
      .text("grüß dich", encoding: .latin1),
      .bytes(pixels, contentType: "image/webp"),
      .multipart(fields: [("title", "Sunset")], files: [.png("photo", pixels)]),
    ]
    // end
    for body in bodies { _ = try await client.send(.post("/any").body(body)) }
    let types = ["application/json", "application/json", "application/x-www-form-urlencoded"]
    #expect(backend.asked.prefix(3).map { $0["Content-Type"] } == types)
    #expect(backend.asked[5].text.contains("filename=\"photo.png\""))
  }

  @Test("Responses are read in many ways")
  func reading() async throws {
    let backend = try Self.shop()
    let client = Self.client(of: backend)
    let screen = Screen()
    // sample: reading
    let response = try await client.send(.get("/items"))
    let length = response.headers[.contentLength]
    let whole = try response.bytes()
    let first = try response.body.read(at: 0, count: 16)  // a window: the body may be gigabytes in a file
    let list = try response.jsonArray()
    screen.show("\(response.version.rawValue) in \(response.timings.total), \(response.hops.count) redirects")
    // end
    #expect(length == "\(whole.count)" && first.count == 16 && list.count == 2)
    #expect(screen.lines.first?.hasPrefix("HTTP/1.1 in ") == true)
  }
}
