import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Routes from a file", .timeLimit(.minutes(2)))
struct RouteFileTests {
  private static let file = """
    { "register": { "method": "POST", "endpoint": "user/register", "headers": { "X-A": ["1", "2"], "X-B": "3" } },
      "trim": { "endpoint": "upload/$0", "defaults": { "$0": "all" }, "serialization": "form", "queryStyle": "comma",
                "server": "pay", "gzip": true, "download": true, "special": [1, 2] } }
    """

  @Test("A file's routes have their standard properties, and the others by their names")
  func reading() throws {
    let routes = try Routes(json: try #require(JSONValue(parsing: Self.file).object))
    let register = try routes.route(named: "register")
    #expect(register.method == .post)
    #expect(register.headers.map(\.value) == ["1", "2", "3"])
    #expect(register["headers"] == ["X-A": ["1", "2"], "X-B": "3"])
    let trim = try routes.route(named: "trim")
    #expect(trim.endpoint == PathTemplate("upload/$0", defaults: ["$0": "all"]))
    #expect(trim.serialization == .form)
    #expect(trim.queryStyle == .comma)
    #expect(trim.server == "pay")
    #expect(trim.compressesBody && trim.downloads)
    #expect(register["gzip"] == false)
    #expect(trim["special"] == [1, 2])
  }

  static let mistakes: [(route: JSONValue, summary: String)] = [
    ("x", "The route “r” has an error in properties: they are a string, not an object."),
    (["method": "NOT ONE"], "The route “r” has an error in method: “NOT ONE” is not an HTTP method."),
    (["method": "post"], "The route “r” has an error in method: “post” is not a standard method."),
    (["defaults": ["$1": "x"]], "The route “r” has an error in defaults: “$1” is not in the endpoint."),
    (["endpoint": 1], "The route “r” has an error in endpoint: it is a number, not a text."),
    (["method": "POST"], "The route “r” has an error in endpoint: it is missing."),
    (["serialization": "xml"], "The route “r” has an error in serialization: “xml” is none of json, url, form, none."),
    (["gzip": "yes"], "The route “r” has an error in gzip: it is a string, not true or false."),
    (["headers": ["a b": "1"]], "The route “r” has an error in headers: “a b” is not a header name."),
    (["defaults": ["$0": [:]]], "The route “r” has an error in defaults: “$0” is an object, not a text."),
    (["hold": "4s"], "The route “r” has an error in hold: it is a string, not a number of seconds, true or false."),
    (["responseRoot": 1], "The route “r” has an error in responseRoot: it is a number, not a text."),
    (["mapper": "x"], "The route “r” has an error in mapper: no mapper is called “x”."),
    (["key": "q"], "The route “r” has an error in key: it is “q”."),
    (["properties": 1], "The route “r” has an error in properties: it is a number, not an object."),
  ]

  @Test("A mistake names route, property and reason", arguments: mistakes)
  func mistaken(_ row: (route: JSONValue, summary: String)) {
    var route = row.route
    if route["method"] != "POST", route.object != nil, route["endpoint"] == nil { route["endpoint"] = "/x" }
    let error = #expect(throws: InvalidRoute.self) { try Routes(json: ["r": route]) }
    #expect(error?.summary == row.summary)
  }

  static let slips = [
    ("endpiont", "endpoint"), ("path", "endpoint"), ("Method", "method"), ("metod", "method"), ("header", "headers"),
    ("requestHeaders", "headers"), ("serializationName", "serialization"), ("saveAsResource", "download"),
    ("cacheTTL", "cache"), ("dataMapperResponseRootKeyPath", "responseRoot"), ("respnseRoot", "responseRoot"),
    ("preventUserInteraction", "hold"), ("querystyle", "queryStyle"), ("propertys", "properties"),
  ]

  @Test("A slip in a name, or a name of an older library, is an error that says what was meant", arguments: slips)
  func slip(_ row: (String, String)) {
    let error = #expect(throws: InvalidRoute.self) { try Routes(json: ["r": ["endpoint": "/x", row.0: true]]) }
    #expect(error?.summary == "The route “r” has an error in \(row.0): there is no such property.")
    #expect(error?.advice == "Did you mean “\(row.1)”?")
  }

  static let slipsInValues: [(JSONObject, String)] = [
    (["method": "post"], "POST"), (["method": "DELTE"], "DELETE"), (["serialization": "jsn"], "json"),
    (["queryStyle": "bracket"], "brackets"), (["cache": ["tll": 60]], "ttl"),
    (["cache": ["invalidate": []]], "invalidates"), (["mapper": "capitls"], "capitals"),
  ]

  @Test("A slip in a value is an error that says what was meant", arguments: slipsInValues)
  func slipInValue(_ row: (JSONObject, String)) {
    var route = row.0
    route["endpoint"] = "/x"
    let error = #expect(throws: InvalidRoute.self) {
      try Routes(json: ["r": .object(route)], mappers: ["capitals": CodableMapper()])
    }
    #expect(error?.advice == "Did you mean “\(row.1)”?")
  }

  @Test("A method that resembles no standard one is taken as it is")
  func ownMethod() throws {
    #expect(try Routes(json: ["r": ["endpoint": "/x", "method": "PURGE"]])["r"]?.method?.rawValue == "PURGE")
  }

  @Test("A property of one's own may have any name in properties")
  func ownNames() throws {
    let routes = try Routes(json: ["r": ["endpoint": "/x", "greeting": true, "properties": ["path": "as it is"]]])
    #expect(routes["r"]?["path"] == "as it is")
    #expect(routes["r"]?["greeting"] == true)
    #expect(routes["r"]?["properties"] == nil)
  }

  @Test("Roots, the hold and a mapper work from the file")
  func working() async throws {
    struct Capitals: DataMapper {
      func encode(_ model: any Encodable & Sendable, in context: CodecContext) throws -> JSONValue {
        .string(try JSONValue(encoding: model).string?.uppercased() ?? "–")
      }
    }
    let file = """
      { "r": { "endpoint": "/x", "method": "POST", "requestRoot": "user.name", "responseRoot": "data", "hold": 1.5,
               "mapper": "capitals" },
        "held": { "endpoint": "/y", "hold": true } }
      """
    let routes = try Routes(json: try #require(JSONValue(parsing: file).object), mappers: ["capitals": Capitals()])
    let server = try RawServer.answering(.text(#"{"data":[1,2]}"#, headers: ["Content-Type: application/json"]))
    let client = Client(.init(servers: Servers(Server(server.url)), routes: routes))
    let events = client.events.subscribe()
    #expect(try await client.send(Request.route("r").model("ada"), as: [Int].self) == [1, 2])
    #expect(server.requests.first?.bodyText == #"{"user":{"name":"ADA"}}"#)
    guard case .event(let event)? = events.takeAvailable().first else {
      return #expect(Bool(false), "No event was told.")
    }
    #expect(event.subject?.hold == .seconds(1.5))
    let route = try #require(routes["r"])
    #expect(route["requestRoot"] == "user.name" && route["responseRoot"] == "data" && route["mapper"] == "capitals")
    #expect(route["hold"] == 1.5 && routes["held"]?.hold == .seconds(4))
  }
}
