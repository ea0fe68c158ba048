import ParleyEngine
import Testing

// Responses, errors, and the managers of several APIs.
extension RestManager {
  struct ConfigModel: Decodable, Hashable, Sendable {
    var version: Int
  }
  struct DocumentModel: Decodable, Hashable, Sendable {
    var title: String
  }

  // sample: gbk-families
  /// An API that wraps its responses in code, status, result, message and pages.
  struct RestConfig: Sendable {
    let api: StandardFamily

    func config() -> StandardOperation<ConfigModel> {
      api.prepare(.get("v1/config"))
    }
  }

  /// Another API, whose responses are bare and whose errors look different.
  struct WegaFailure: Decodable, Sendable {
    var message: String
    var code: Int
    var fields: String
  }

  typealias WegaFamily = Family<BareEnvelope, WegaFailure>
  typealias WegaOperation<Payload: Decodable & Sendable> = APIOperation<Payload, BareEnvelope, WegaFailure>

  struct RestDocuments: Sendable {
    let wega: WegaFamily

    func documents(by author: String) -> WegaOperation<[DocumentModel]> {
      let route = Route("documents", endpoint: "v1/documents/findByAuthor/:author")
      return wega.prepare(.route(route).path("author", author).query("limit", "10"))
    }
  }
  // end

  @Test("Two APIs share a client, each with its responses and its errors")
  func families() async throws {
    let backend = try Backend { asked in
      if asked.path.hasSuffix("/v1/config") { return Self.success(["version": 3]) }
      if asked.path.hasSuffix("/A002068") { return .json([["title": "Freischütz"]]) }
      return .json(["message": "who is that?", "code": 7, "fields": "authorID"], status: 404)
    }
    let client = Self.client(of: backend)
    let config = RestConfig(api: StandardFamily(through: client))
    let documents = RestDocuments(wega: WegaFamily(through: client))
    #expect(try await config.config().response().payload == ConfigModel(version: 3))
    #expect(try await documents.documents(by: "A002068").response().payload == [DocumentModel(title: "Freischütz")])
    #expect(backend.asked.last?.query == "limit=10")
    let error = await #expect(throws: APIError<WegaFailure>.self) {
      try await documents.documents(by: "nobody").response()
    }
    #expect(error?.failure?.message == "who is that?")
  }

  @Test("The standard envelope has code, status, message and pages beside the result")
  func standardEnvelope() async throws {
    let backend = try Backend { _ in
      .json([
        "code": 200, "status": "success", "message": "fine", "result": [["name": "ada"]],
        "_meta": ["pagination": ["totalCount": 41, "currentPage": 1, "perPage": 20, "pageCount": 3]],
      ])
    }
    let client = Self.client(of: backend)
    // sample: gbk-envelope
    let api = StandardFamily(through: client)
    let page = try await api.prepare(.get("/users"), as: [UserModel].self).response()
    let names = page.payload?.map(\.name) ?? []
    let total = page.pagination?.total
    // end
    #expect(names == ["ada"] && total == 41)
    #expect(page.code == 200 && page.status == .success && page.message == "fine")
  }

  // sample: gbk-own-envelope
  struct WegaEnvelope: Envelope {
    var requestNumber: String
    static let empty = WegaEnvelope(requestNumber: "")

    static func payload(in body: JSONValue) -> JSONValue? { body["data"] }
  }
  // end

  @Test("An envelope of your own says where the payload is")
  func ownEnvelope() async throws {
    let backend = try Backend { _ in .json(["requestNumber": "r7", "data": ["name": "ada"]]) }
    let family = Family(WegaEnvelope.self, failure: WegaFailure.self, through: Self.client(of: backend))
    let opened = try await family.prepare(.get("/me"), as: UserModel.self).response()
    #expect(opened.payload?.name == "ada" && opened.requestNumber == "r7")
  }

  @Test("The handlers of a family hear of its operations")
  func handlers() async throws {
    let backend = try Backend { _ in .status(500) }
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: gbk-manager
    let api = StandardFamily(through: client)
    api.onState { state in screen.show(state) }
    api.onError { error in screen.show(error.code) }
    // end
    api.prepare(.get("/users"), as: [UserModel].self).run()
    #expect(await screen.wait(for: 3) == ["started", "api.server", "ended"])
  }

  @Test(
    "Each way to fail is a case of its own",
    arguments: [
      (Reply.status(401), "api.unauthorized"), (.status(503), "api.server"), (.status(422), "api.processing"),
      (.text("no JSON"), "api.wrongFormat"), (.status(200), "api.emptyResponse"),
    ])
  func errors(reply: Reply, code: String) async throws {
    let backend = try Backend { _ in reply }
    let api = StandardFamily(through: Self.client(of: backend))
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await api.prepare(.get("/me"), as: UserModel.self).response()
    }
    #expect(error?.code == code)
    #expect(error?.response?.status.code == reply.status)
  }

  @Test("No response at all is an execution error")
  func executionError() async throws {
    let api = StandardFamily(through: Client(.init(servers: Servers("http://127.0.0.1:1"))))
    let error = await #expect(throws: APIError<StandardFailure>.self) {
      try await api.prepare(.get("/me"), as: UserModel.self).response()
    }
    #expect(error?.code == "network.refused")
  }

  @Test("The API's own error says what it does not like")
  func failure() async throws {
    let backend = try Backend { _ in
      .json(
        [
          "code": 422, "status": "error", "name": "Unprocessable", "message": "Not so",
          "result": [["field": "email", "message": "is taken"]],
        ], status: 422)
    }
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: gbk-errors
    let api = StandardFamily(through: client)
    do throws(APIError<StandardFailure>) {
      _ = try await api.prepare(APIUser.login, as: AuthModel.self).response()
    } catch {
      switch error {
      case .unauthorized: screen.show("sign in again")
      case .serverError(let refusal): screen.show("later: \(refusal.response.status.code)")
      case .processingError(let refusal):
        for info in refusal.failure?.result ?? [] { screen.show("\(info.field ?? "") \(info.message ?? "")") }
      case .executionError(let error): screen.show(error.summary)
      case .wrongFormat, .emptyResponse, .headerValidationFailed: screen.show(error.summary)
      @unknown default: screen.show(error.summary)
      }
    }
    // end
    #expect(screen.lines == ["email is taken"])
  }

  @Test("204 is a response without payload")
  func noContent() async throws {
    let backend = try Backend { _ in .status(204) }
    let api = StandardFamily(through: Self.client(of: backend))
    let answer = try await api.prepare(.delete("/me"), as: UserModel.self).response()
    #expect(answer.payload == nil && answer.status == .success)
  }
}
