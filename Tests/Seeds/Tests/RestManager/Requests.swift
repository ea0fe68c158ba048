import ParleyEngine
import Testing

// Endpoints, methods, media, and the fields of a request.
extension RestManager {
  // sample: gbk-endpoints
  enum APIUser {
    static let login = Request.post("user/login")
    static let profile = Request.get("user/profile").authorized(.source)
    static let avatar = Request.post("user/photo").authorized(.source)
  }
  // end

  @Test("Endpoints are values that a program keeps by name")
  func endpoints() async throws {
    let backend = try Backend()
    _ = try await Self.client(of: backend, authorization: "Bearer t").send(APIUser.profile)
    #expect(backend.asked.first?.path == "/api/v1/user/profile")
    #expect(backend.asked.first?["Authorization"] == "Bearer t")
  }

  @Test("Five methods, and the others")
  func methods() async throws {
    let backend = try Backend()
    let client = Self.client(of: backend)
    for request: Request in [.get("/a"), .post("/a"), .delete("/a"), .put("/a"), .patch("/a")] {
      _ = try await client.send(request)
    }
    #expect(backend.asked.map(\.method) == ["GET", "POST", "DELETE", "PUT", "PATCH"])
  }

  @Test("A query has lists in brackets, and keeps its order")
  func query() async throws {
    let backend = try Backend()
    let client = Self.client(of: backend)
    // sample: gbk-query
    _ = try await client.send(.get("/news").query(["sort": "asc", "page": 1, "tags": ["low", "medium"]]))
    // end
    #expect(backend.asked.first?.query == "sort=asc&page=1&tags[]=low&tags[]=medium")
  }

  @Test("A request has headers of its own")
  func headers() async throws {
    let backend = try Backend()
    _ = try await Self.client(of: backend).send(.get("/news").header("X-Trace", "42"))
    #expect(backend.asked.first?["X-Trace"] == "42")
  }

  @Test("A body is anything that can be encoded: a value, a list, a set, a dictionary")
  func bodies() async throws {
    let backend = try Backend()
    let client = Self.client(of: backend)
    // sample: gbk-body
    _ = try await client.send(.post("/a").body(.json(encoding: LoginData(email: "ada@example.com", password: "x"))))
    _ = try await client.send(.post("/a").body(.json(encoding: ["one", "two"])))
    _ = try await client.send(.post("/a").body(.json(encoding: Set([1]))))
    _ = try await client.send(.post("/a").body(.json(encoding: ["a": 1])))
    // end
    let bodies = [#"{"email":"ada@example.com","password":"x"}"#, #"["one","two"]"#, "[1]", #"{"a":1}"#]
    #expect(backend.asked.map(\.text) == bodies)
    #expect(backend.asked.allSatisfy { $0["Content-Type"] == "application/json" })
  }

  @Test("Media go along as the files of a form: pictures from memory, films and others from disk")
  func media() async throws {
    let (backend, files) = (try Backend(), try Folder())
    let client = Self.client(of: backend)
    let (pixels, film) = ([0x89, 0x50] as [UInt8], try files.write("moving", to: "film.mp4"))
    let report = try files.write("paper", to: "report")
    // sample: gbk-media
    let request = Request.post("user/photo")
      .model(["title": "Sunset"])
      .attaching(
        .png("small", pixels),
        .jpg("large", pixels),
        .file("film", film),
        .file("paper", report, contentType: "application/pdf"))
    _ = try await client.send(request)
    // end
    let sent = try #require(backend.asked.first)
    #expect(sent["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
    let parts = ["name=\"title\"", "image/png", "image/jpeg", "filename=\"film.mp4\"", "video/mp4", "application/pdf"]
    for part in parts { #expect(sent.text.contains(part)) }
    #expect(sent.text.contains("Sunset") && sent.text.contains("moving") && sent.text.contains("paper"))
  }
}
