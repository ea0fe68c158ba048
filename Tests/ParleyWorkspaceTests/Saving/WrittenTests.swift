import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

/// A request whose file says everything there is to say.
enum FullRequest {
  static let text = """
    method: PUT
    url: /cart/:id/items
    server: api
    path: { id: "{{cart}}" }
    query: { tag: [new, sale], ~debug: 1 }
    queryStyle: comma
    headers: { If-None-Match: '"abc"' }
    auth: { basic: { user: ada, password: "{{password}}" } }
    body: { json: '{ "n": 1 }' }
    messages: [{ send: hello }, { wait: .ready, timeout: 5s }]
    root: data.item
    serialization: form
    expect: { status: [2xx, 304], headers: { Content-Type: application/json }, within: 500ms }
    response: { envelope: standard, root: result.items, codec: json }
    capture: { token: { path: .token, ttl: 30m }, id: { path: .id, expires: .expires_in }, ~off: '.items[0]["odd key"]' }
    retry: { retries: 3, delay: 200ms, backoff: exponential, jitter: 0.5, status: [429, 5xx], retryAfter: false }
    cache: { ttl: 60s, ignoreQuery: [ts], invalidates: [cart/read], group: ada, update: true }
    duplicates: keepFirst
    options:
      timeout: 5s
      connectTimeout: 1s
      redirects: 5
      verify: false
      ca: certs/ca.pem
      certificate: { file: certs/me.pem, key: certs/me.key, passphrase: "{{passphrase}}" }
      proxy: http://127.0.0.1:3128
      httpVersion: 1.1
      unixSocket: /run/api.sock
      gzip: true
      decompress: false
      maxBody: 20MB
      cookies: false
      download: out/cart.json
    hold: 4s
    operation: shop#addItem
    docs: Adds items to the cart.

    """
}

@Suite("What a file can say can be saved", .timeLimit(.minutes(2)))
struct WrittenTests {
  @Test("each key of it")
  func everyKey() throws {
    let (value, diagnostics) = RequestDefinition.read(FullRequest.text)
    #expect(diagnostics.isEmpty)
    let definition = try #require(value)
    #expect(RequestDefinition.form.names.filter { RequestDefinition.form.written(definition)[$0] == nil } == [])
    let saved = try RequestFile.text(of: definition)
    #expect(RequestDefinition.form.read(SourceText(file: "", bytes: saved)).value == definition)
  }

  @Test("and a file that says all of it is left as it is when nothing changes")
  func unchanged() throws {
    #expect(try RequestFile.patching(FullRequest.text) { _ in } == FullRequest.text)
  }

  @Test("each key taken away alone leaves all others", arguments: RequestDefinition.form.names.filter { $0 != "url" })
  func removal(name: String) throws {
    let without = FullRequest.text.linesWithout(key: name)
    let target = try #require(RequestDefinition.read(without).value)
    #expect(try RequestFile.patching(FullRequest.text) { $0 = target } == without)
  }

  @Test(
    "each key put in alone is where the format has it", arguments: RequestDefinition.form.names.filter { $0 != "url" })
  func insertion(name: String) throws {
    let target = try #require(RequestDefinition.read(FullRequest.text).value)
    let text = try RequestFile.patching(FullRequest.text.linesWithout(key: name)) { $0 = target }
    #expect(RequestDefinition.read(text).value == target)
    #expect(text.topLevelKeys == FullRequest.text.topLevelKeys)
  }

  @Test("new maps are short: one line where they are small")
  func layout() throws {
    let text = try RequestFile.patching("url: /\n") {
      $0.auth = Located(.basic(UserDefinition(user: "ada", password: "{{p}}")))
      $0.retry = Located(RetryDefinition(retries: Located(3), delay: Located(.milliseconds(200))))
      $0.expect.headers = [Row("ETag", "")]
      $0.body = .multipart([PartDefinition("a", .file("x.png")), PartDefinition("b", .text("1"))])
    }
    #expect(
      text == """
        url: /
        auth:
          basic: { user: ada, password: "{{p}}" }
        body:
          multipart:
            a: { file: x.png }
            b: 1
        expect: { headers: { ETag: "" } }
        retry: { retries: 3, delay: 200ms }

        """)
  }
}

extension String {
  var topLevelKeys: [Substring] {
    split(separator: "\n").filter { $0.first != " " }.map { $0.prefix { $0 != ":" } }
  }

  fileprivate func linesWithout(key: String) -> String {
    var isInKey = false
    return split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.first != " ", !line.isEmpty { isInKey = line.hasPrefix(key + ":") }
      return line.isEmpty || !isInKey
    }.joined(separator: "\n")
  }
}
