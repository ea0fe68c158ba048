import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Secrets reach no event and no error", .timeLimit(.minutes(2)))
struct MaskingTests {
  static let secrets = ["hunter2 & co", "päss/wörd", "a\"b\\c", "x"]

  @Test("a secret in URL, query or header is masked in everything that is told", arguments: secrets)
  func masked(_ secret: String) async throws {
    let client = Client(transport: RecordingTransport(status: 401))
    let events = client.events.subscribe()
    let request = Request.get("http://h/\(secret)").query("q", secret).keepingSecret(secret)
      .validating(.status(in: [200...299]))
    _ = try await client.send(request)
    let urls = events.takeAvailable().compactMap { delivery -> String? in
      guard case .event(let event) = delivery else { return nil }
      return event.subject?.url
    }
    #expect(urls == Array(repeating: "http://h/\(Secrets.mask)?q=\(Secrets.mask)", count: 2))
  }

  @Test("in foreign text a secret is looked for from eight bytes on, in every form it is written in")
  func foreign() {
    let secrets = Secrets(["long secret", "short"])
    let text = "long secret, long+secret, long%20secret, bG9uZyBzZWNyZXQ=, short"
    let mask = Secrets.mask
    #expect(secrets.maskingForeign(text) == "\(mask), \(mask), \(mask), \(mask), short")
  }

  @Test("in foreign text a secret is found in base64 wherever it begins there, and with small escapes")
  func foreignForms() {
    let secrets = Secrets(["pass/wörd?>"])
    for around in [("", ""), ("u", ""), ("us", ":"), ("use", "r:x"), ("user:", " and more")] {
      let text = Base64.encode(Array("\(around.0)pass/wörd?>\(around.1)".utf8))
      for form in [text, text.replacing("+", with: "-").replacing("/", with: "_"), text.replacing("=", with: "")] {
        let masked = secrets.maskingForeign(form)
        // At both ends a letter may hold bits of what stands beside it.
        #expect(
          masked.contains(Secrets.mask) && masked.count <= form.count - 12 + Secrets.mask.count, "\(form): \(masked)")
      }
    }
    #expect(secrets.maskingForeign("a=pass%2fw%c3%b6rd%3f%3e&b") == "a=\(Secrets.mask)&b")
  }
}
