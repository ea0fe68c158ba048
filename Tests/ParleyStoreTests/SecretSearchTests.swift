import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("No secret reaches the disk in clear", .timeLimit(.minutes(2)))
struct SecretSearchTests {
  let folder = TemporaryFolder()
  let secret = "p/w+d: ünsafe?42"

  /// The ways the secret can stand in a message.
  private var forms: [String] {
    [secret, Base64.encode(Array(secret.utf8)), "p%2Fw%2Bd%3A%20%C3%BCnsafe%3F42", "p%2Fw%2Bd%3A+%C3%BCnsafe%3F42"]
  }

  @Test("A search through every file finds it in no form, while the store works and after it closed")
  func search() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(everywhere(bodySize: 3000))
    try await store.keep(everywhere(bodySize: 3_000_000))
    try await store.keep(failure)
    try await store.drafts.save("login", content: Array(message(size: 500).utf8), baseHash: "abc")
    let arriving = try #require(try store.bodies?.makeFile(sealed: true))
    for _ in 0..<3 { try Array(message(size: 100_000).utf8).withUnsafeBytes { try arriving.append($0) } }
    expectNoSecret()

    let found = try #require(try await store.history.lastResponse(named: "everywhere"))
    #expect(try found.exchange.response?.text().contains(secret) == true)
    #expect(try arriving.read(at: 250_000, count: 50_000).count == 50_000)
    await store.close()
    expectNoSecret()
  }

  @Test("A row that is not sealed is found, so the search works")
  func searchFinds() async throws {
    let store = try await Store.opened(in: folder)
    try await store.keep(.answered(text: message(size: 100)))
    #expect(!found().isEmpty)
    await store.close()
  }

  private func expectNoSecret() {
    #expect(found() == [])
  }

  private func found() -> [String] {
    Disk.files(below: folder.path).flatMap { path in
      let bytes = Disk.read(path)
      return forms.filter { bytes.holds(Array($0.utf8)) }.map { "\(path): \($0)" }
    }
  }

  private func message(size: Int) -> String {
    let once = forms.joined(separator: " ")
    return String(repeating: "\(once) ", count: size / once.utf8.count + 1)
  }

  private func everywhere(bodySize: Int) -> Exchange {
    let url = "http://shop.test/\(forms[2])?key=\(forms[3])"
    let body = BodyBuffer(storage: nil, memoryLimit: .max, sealed: true)
    try? Array(message(size: bodySize).utf8).withUnsafeBytes { try body.append($0) }
    try? body.finish()
    var exchange = Exchange.answered(
      "everywhere", url: url, body: body, requestBody: Array(message(size: bodySize).utf8),
      secrets: Secrets([secret]))
    exchange.request.headers[.authorization] = "Basic \(forms[1])"
    if var response = exchange.response {
      response.headers[.setCookie] = forms[2]
      response.validationFailure = ValidationFailure(expectation: "no \(secret)", reason: "there is \(forms[1])")
      response.wire = WireLog([.init(.sentBody, at: .zero, bytes: Array(message(size: 300).utf8), count: 300)])
      exchange.outcome = .response(response)
    }
    return exchange
  }

  private var failure: Exchange {
    var exchange = Exchange.refused("failure", secrets: Secrets([secret]))
    exchange.request.url = "http://shop.test/?key=\(forms[2])"
    exchange.outcome = .failure(TransportError(.other, "Refused \(secret).", detail: forms[1]))
    return exchange
  }
}
