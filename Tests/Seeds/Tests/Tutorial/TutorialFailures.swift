import ParleyEngine
import Testing

extension Tutorial {
  struct ShopFailure: Decodable, Sendable {
    var reason: String
  }

  @Test("No response is an error; a response never is")
  func errors() async throws {
    let (backend, screen) = (try Self.shop(), Screen())
    let client = Self.client(of: backend)
    for request: Request in [.get("/nothing"), .get("http://127.0.0.1:1/")] {
      // sample: errors
      do throws(RequestError) {
        let response = try await client.send(request)
        screen.show(response.status.code)  // 404 is a response like any other
      } catch {
        screen.show("\(error.code): \(error.summary)")
        screen.show(error.advice ?? "")
      }
      // end
    }
    #expect(screen.lines[0] == "404" && screen.lines[1].hasPrefix("network.refused: "))
    #expect(screen.lines[2] == "Check the port, and whether the server is running.")
  }

  @Test("Validators say what is expected")
  func validators() async throws {
    let (backend, screen) = (try Self.shop(), Screen())
    let client = Self.client(of: backend)
    // sample: validators
    let request = Request.get("/items")
      .validating(.status(in: 200..<300))
      .validating(.header("Content-Type", "application/json"))
      .validating(
        Validator("at least three items") { response in
          let count = (try? response.jsonArray().count) ?? 0
          return count < 3 ? "there are \(count)" : nil
        })
    let response = try await client.send(request)
    if let failure = response.validationFailure {
      screen.show(failure.summary)
    }
    // end
    #expect(screen.lines == ["Expected at least three items: there are 2."])
    #expect(!response.isAccepted && response.status == .ok)
  }

  @Test("A family knows how its API wraps responses and says no")
  func families() async throws {
    let backend = try Self.shop()
    let (client, screen) = (Self.client(of: backend), Screen())
    // sample: families
    let shop = Family(BareEnvelope.self, failure: ShopFailure.self, through: client)
    shop.onError { error in screen.show("told: \(error.summary)") }

    do throws(APIError<ShopFailure>) {
      let pen = try await shop.prepare(.get("/items/1"), as: Item.self).response()
      screen.show(pen.payload?.name ?? "nothing")
      _ = try await shop.prepare(.get("/items/99"), as: Item.self).response()
    } catch {
      screen.show(error.failure?.reason ?? error.summary)
    }
    // end
    let lines = await screen.wait(for: 3)
    #expect(lines.first == "pen" && lines.contains("there is no such thing"))
    #expect(lines.contains("told: The server refused the data (404)."))
  }

  @Test("A request is sent again when it fails")
  func retry() async throws {
    let count = Lock(0)
    let backend = try Backend { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number < 3 ? .status(503) : .text("at last")
    }
    let client = Client(.init(servers: Servers(Server(backend.address))))
    // sample: retry
    let patient = Request.get("/report").retrying(
      .attempts(
        5, delay: .milliseconds(10), backoff: .exponential, jitter: 0.2, statuses: [429...429, 500...599]))
    let report = try await client.send(patient).text()
    // end
    #expect(report == "at last" && backend.asked.count == 3)
  }

  @Test("A codec says how an API speaks")
  func codec() async throws {
    let backend = try Backend { asked in
      .text(asked["Accept"] == "text/csv" ? "id,name\n1,pen\n2,ink" : "?")
    }
    let api = backend.address
    // sample: codec
    struct CSVCodec: Codec {
      let name = "csv"
      let accept: String? = "text/csv"

      func read(_ body: [UInt8], contentType: String?) throws -> Content {
        let lines = TextEncoding.utf8.decode(body).split(separator: "\n").map { $0.split(separator: ",") }
        guard let names = lines.first else { return .json([]) }
        let rows = lines.dropFirst().map { line in
          JSONValue.object(JSONObject(zip(names, line).map { (String($0), .string(String($1))) }))
        }
        return .json(.array(rows))
      }
    }

    struct Row: Decodable, Sendable {
      var id: String
      var name: String
    }

    let client = Client(.init(servers: Servers(Server(api)), codec: CSVCodec()))
    let rows = try await client.send(.get("/items.csv"), as: [Row].self)
    // end
    #expect(rows.map(\.name) == ["pen", "ink"])
  }
}
