import ParleyEngine
import Testing

// "Decode Response Body" and "Validator"
extension Ness {
  struct Price: Hashable {
    var cents: Int
  }

  // sample: ness-decoders
  struct BytesDecoder: BodyDecoder {
    func decode(_ bytes: [UInt8]) throws -> Int { bytes.count }
  }

  struct PriceDecoder: JSONBodyDecoder {
    func decode(json: JSONValue) throws -> Price { Price(cents: json["cents"]?.int ?? 0) }
  }

  struct WordsDecoder: TextBodyDecoder {
    func decode(text: String) throws -> [Substring] { text.split(separator: " ") }
  }
  // end

  @Test("Decoders of your own read bytes, JSON or text")
  func decoders() async throws {
    let backend = try Backend { _ in .text(#"{"cents": 250}"#) }
    let response = try await Client().send(.get(backend.address))
    // sample: ness-decode-using
    let count = try response.decode(using: BytesDecoder())
    let price = try response.decode(using: PriceDecoder())
    let words = try response.decode(using: WordsDecoder())
    // end
    #expect(count == 14 && price == Price(cents: 250) && words == [#"{"cents":"#, "250}"])
  }

  @Test("A body is read as text, as JSON, as a model or as a list of models")
  func reading() async throws {
    let backend = try Backend { asked in
      switch asked.path {
      case "/list": .json([["id": 1], ["id": 2]])
      case "/text": Reply(fields: [("Content-Type", "text/plain")], body: [0x67, 0x72, 0xFC])
      default: .json(["id": 1])
      }
    }
    let (url, client) = (backend.address, Client())
    // sample: ness-read
    let one = try await client.send(.get(url))
    let all = try await client.send(.get("\(url)/list"))
    let text = try await client.send(.get("\(url)/text")).text(encoding: .latin1)
    let object = try one.jsonObject()
    let array = try all.jsonArray()
    let item: Item = try one.decode()
    let items = try all.decode([Item].self)
    // end
    #expect(text == "grü" && object["id"] == 1 && array.count == 2)
    #expect(item == Item(id: 1) && items == [Item(id: 1), Item(id: 2)])
    let error = #expect(throws: ReadingError.self) { try all.jsonObject() }
    #expect(error?.code == "answer.wrongKind")
  }

  @Test("Validators say whether a response is what was expected")
  func validators() async throws {
    let (backend, screen) = (try Backend { _ in .json(["id": 1]) }, Screen())
    let (url, client) = (backend.address, Client())
    // sample: ness-validate
    let request = Request.get(url)
      .validating(.status(in: 200..<300))
      .validating(.header("content-type", "application/json"))
    client.prepare(request)
      .handle(
        success: { _ in screen.show("valid") },
        failure: { result in screen.show(result.error?.summary ?? "") }
      )
      .start()
    // end
    #expect(await screen.wait(for: 1) == ["valid"])
    let refused = try await client.send(request.validating(.status(201)))
    #expect(!refused.isAccepted && refused.validationFailure?.reason == "got 200")
    #expect(refused.status == .ok)
  }

  @Test("A validator of your own says why; one of HTTP sees only status and headers")
  func ownValidator() async throws {
    let backend = try Backend { _ in .json([]) }
    let (url, client) = (backend.address, Client())
    // sample: ness-own-validator
    let notEmpty = Validator("at least one item") { response in
      (try? response.jsonArray().isEmpty) == false ? nil : "there is none"
    }
    let fresh = Validator.http("an answer with a length") { status, headers in
      headers[.contentLength] == nil ? "it has none" : nil
    }
    let response = try await client.send(.get(url).validating(fresh).validating(notEmpty))
    // end
    #expect(response.validationFailure == ValidationFailure(expectation: "at least one item", reason: "there is none"))
  }

  @Test("Without validators every response is valid")
  func unvalidated() async throws {
    let backend = try Backend { _ in .status(500) }
    #expect(try await Client().send(.get(backend.address)).isAccepted)
  }
}
