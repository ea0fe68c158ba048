import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Serialization per route", .timeLimit(.minutes(2)))
struct SerializationTests {
  private struct Pen: Encodable, Sendable {
    var name = "a b"
    var tags = ["x", "y"]
  }

  private func sent(
    _ request: Request, by serialization: Serialization?
  ) async throws -> (url: String, contentType: String?, body: String?) {
    let transport = RecordingTransport()
    var route = Route("r", endpoint: "http://h/x")
    route.serialization = serialization
    var request = request
    request.route = .route(route)
    _ = try await Client(transport: transport).send(request)
    let sent = try #require(transport.requests.first)
    return (sent.url, sent.headers[.contentType], sent.body.map { String(decoding: $0, as: UTF8.self) })
  }

  @Test("Json is the default: a JSON body", arguments: [nil, .json] as [Serialization?])
  func json(_ serialization: Serialization?) async throws {
    let sent = try await sent(.post("").model(Pen()), by: serialization)
    #expect(sent.body == #"{"name":"a b","tags":["x","y"]}"#)
    #expect(sent.contentType == "application/json")
  }

  @Test("Url is a form body")
  func url() async throws {
    let sent = try await sent(.post("").model(Pen()), by: .url)
    #expect(sent.url == "http://h/x")
    #expect(sent.body == "name=a+b&tags%5B%5D=x&tags%5B%5D=y")
    #expect(sent.contentType == "application/x-www-form-urlencoded")
  }

  @Test("Form is a multipart body")
  func form() async throws {
    let sent = try await sent(.post("").model(Pen()), by: .form)
    let boundary = try #require(sent.contentType?.split(separator: "boundary=").last)
    #expect(sent.contentType?.hasPrefix("multipart/form-data; boundary=") == true)
    let parts = [("name", "a b"), ("tags[]", "x"), ("tags[]", "y")].map {
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
    }
    #expect(sent.body == parts.joined() + "--\(boundary)--\r\n")
  }

  @Test("Parts go behind the model's fields, whatever the serialization; with GET the model stays in the query")
  func attached() async throws {
    let photo = Part.png("photo", Array("pixels".utf8))
    let post = try await sent(Request.post("").model(["a": "1"]).attaching(photo), by: .json)
    let body = try #require(post.body)
    #expect(body.contains("name=\"a\"\r\n\r\n1\r\n"))
    #expect(body.contains("name=\"photo\"; filename=\"photo.png\"\r\nContent-Type: image/png\r\n\r\npixels\r\n"))
    let get = try await sent(Request.get("").model(["a": "1"]).attaching(photo), by: .json)
    #expect(get.url == "http://h/x?a=1")
    #expect(get.body?.contains("pixels") == true && get.body?.contains("name=\"a\"") == false)
  }

  @Test("Parts beside a body of the request's own are refused rather than lost")
  func partsBesideBody() async {
    let error = await #expect(throws: RequestError.self) {
      try await sent(Request.post("").body(.text("mine")).attaching(.field("a", "1")), by: nil)
    }
    #expect(error?.code == "request.model")
  }

  static let raw: [(model: any Encodable & Sendable, contentType: String)] = [
    ("raw text", "text/plain; charset=utf-8"), (Array("raw text".utf8), "application/octet-stream"),
    (JSONValue.string("raw text"), "text/plain; charset=utf-8"),
  ]

  @Test("None sends bytes and text as they are, with any method", arguments: raw.indices)
  func none(_ index: Int) async throws {
    for request in [Request.post(""), .get("")] {
      let sent = try await sent(request.model(Self.raw[index].model), by: Serialization.none)
      #expect(sent.body == "raw text")
      #expect(sent.contentType == Self.raw[index].contentType)
    }
  }

  @Test("None refuses what is neither bytes nor text")
  func noneRefuses() async {
    let error = await #expect(throws: RequestError.self) {
      try await sent(.post("").model(Pen()), by: Serialization.none)
    }
    #expect(error?.code == "request.model")
  }

  @Test("A model of GET, HEAD and DELETE is the query", arguments: [nil, .json, .url, .form] as [Serialization?])
  func query(_ serialization: Serialization?) async throws {
    for request in [Request.get(""), .head(""), .delete("")] {
      let sent = try await sent(request.model(Pen()), by: serialization)
      #expect(sent.url == "http://h/x?name=a%20b&tags[]=x&tags[]=y")
      #expect(sent.body == nil)
    }
  }

  @Test("The request's own serialization beats the route's")
  func ownWins() async throws {
    let sent = try await sent(Request.post("").model(["a": "1"]).serialization(.url), by: .json)
    #expect(sent.body == "a=1")
  }

  @Test("An explicit body is sent as it is, and the model is left alone")
  func explicitBody() async throws {
    let sent = try await sent(Request.post("").model(Pen()).body(.text("mine")), by: .url)
    #expect(sent.body == "mine")
    #expect(sent.url == "http://h/x")
  }
}
