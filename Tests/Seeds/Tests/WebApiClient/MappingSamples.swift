import ParleyEngine
import Testing

// "Object mapping" and "Module: RestKit"
extension WebApiClient {
  struct User: Codable, Hashable, Sendable {
    var email: String
    var name: String
  }

  // sample: web-mapper
  /// Our API writes names in capitals.
  struct CapitalMapper: DataMapper {
    func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
      var document = try JSONValue(encoding: model)
      document["name"] = document["name"]?.string.map { .string($0.uppercased()) }
      document["from"] = .string(context.route?.key ?? "")
      return document
    }

    func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable {
      var document = document
      document["name"] = document["name"]?.string.map { .string($0.lowercased()) }
      return try document.decode(User.self)
    }
  }
  // end

  @Test("A mapper makes documents of models and models of documents, knowing the route")
  func mapper() async throws {
    let backend = try Backend { _ in .json(["email": "joe@example.com", "name": "JOE"]) }
    let client = Self.client(of: backend)
    // sample: web-mapper-route
    var login = Route("login", endpoint: "/user/login", method: .post)
    login.mapping = Mapping(CapitalMapper())
    client.configuration.routes.register(login)

    let response = try await client.send(.route("login").model(User(email: "joe@example.com", name: "joe")))
    let user = response.model as? User
    // end
    #expect(user == User(email: "joe@example.com", name: "joe"))
    #expect(backend.asked.first?.json == ["email": "joe@example.com", "name": "JOE", "from": "login"])
  }

  @Test("A mapper that throws fails the request, unsent or unread")
  func refusal() async throws {
    struct Refusal: DataMapper {
      struct No: Error {}
      func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue { throw No() }
      func decode(_ document: JSONValue, in context: CodecContext) throws -> any Sendable { throw No() }
    }
    let backend = try Backend { _ in .json([:]) }
    var route = Route("login", endpoint: "/user/login", method: .post)
    route.mapping = Mapping(Refusal())
    let client = Self.client(of: backend, route)
    await #expect(throws: RequestError.self) { try await client.send(.route("login").model(["a": 1])) }
    #expect(backend.asked.isEmpty)
    let response = try await client.send(.route("login").expecting(User.self))
    #expect((response.error as? ReadingError)?.code == "answer.refused")
  }

  @Test("A hook after the mapping joins children with their parent")
  func hook() async throws {
    final class Person: Decodable, Sendable {
      let name: String
      let children: [Person]
      let parent: Lock<String?>

      private enum CodingKeys: CodingKey { case name, children }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        children = try container.decodeIfPresent([Person].self, forKey: .children) ?? []
        parent = Lock(nil)
      }
    }
    let backend = try Backend { _ in
      .json(["name": "John Doe", "children": [["name": "Johnny Doe"], ["name": "Jane Doe"]]])
    }
    let client = Self.client(of: backend)
    // sample: web-hook
    var tree = Route("parent-child-tree", endpoint: "/tree")
    tree.mapping = Mapping(afterDecoding: { model, context in
      guard let parent = model as? Person else { return model }
      for child in parent.children { child.parent.withLock { $0 = parent.name } }
      return parent
    })
    client.configuration.routes.register(tree)
    // end
    let person = try await client.send(.route("parent-child-tree"), as: Person.self)
    #expect(person.children.map { $0.parent.withLock { $0 } } == ["John Doe", "John Doe"])
  }

  @Test("A hook after the encoding has the last word on what is sent")
  func encodingHook() async throws {
    let backend = try Backend()
    var route = Route("login", endpoint: "/user/login", method: .post)
    route.mapping = Mapping(afterEncoding: { document, _ in
      var document = document
      document["version"] = 2
      return document
    })
    _ = try await Self.client(of: backend, route).send(.route("login").model(User(email: "a@b", name: "joe")))
    #expect(backend.asked.first?.json == ["email": "a@b", "name": "joe", "version": 2])
  }

  @Test("The model stands below a root, in what is sent and in what comes")
  func roots() async throws {
    let backend = try Backend { _ in .json(["data": ["user": ["email": "joe@example.com", "name": "Joe"]]]) }
    let client = Self.client(of: backend)
    // sample: web-roots
    var register = Route("register", endpoint: "/user/register", method: .post)
    register.mapping = Mapping(requestRoot: "user", responseRoot: "data.user")
    client.configuration.routes.register(register)

    let request = Request.route("register").model(User(email: "joe@example.com", name: "Joe"))
    let user = try await client.send(request, as: User.self)
    // end
    #expect(user.name == "Joe")
    #expect(backend.asked.first?.json == ["user": ["email": "joe@example.com", "name": "Joe"]])
  }

  @Test("An answer without its root is a typed error")
  func missingRoot() async throws {
    let backend = try Backend { _ in .json(["other": 1]) }
    var route = Route("user", endpoint: "/user")
    route.mapping = Mapping(responseRoot: "user")
    let response = try await Self.client(of: backend, route).send(.route("user").expecting(User.self))
    #expect((response.error as? ReadingError)?.code == "answer.missingRoot")
  }
}
