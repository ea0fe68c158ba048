import Foundation
import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyStore
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A request as a curl command", .timeLimit(.minutes(2)))
struct CurlWriterTests {
  private func curl(
    _ text: String, showsSecrets: Bool = false, files: [String: String] = [:]
  ) async throws -> (command: String, server: RawServer) {
    let workspace = try SendingWorkspace(files: files.merging(["requests/r.yaml": text]) { $1 })
    let session = try await workspace.open()
    let rendered = try await session.sending.render("r", given: ["secret": "hunter22"])
    let command = try await session.sending.curl(rendered, showsSecrets: showsSecrets)
    await session.close()
    return (command, workspace.server)
  }

  @Test("it says what Parley would send, in words a shell takes")
  func words() async throws {
    let (command, server) = try await curl(
      """
      method: PUT
      url: /a/:id
      path: { id: it's }
      query: { q: a b }
      headers: { X-One: "1" }
      body: { json: '{"n": 1}' }
      options: { redirects: 2, verify: false }
      """)
    #expect(
      command == """
        curl '\(server.url)/a/it%27s?q=a%20b' \\
          --request 'PUT' \\
          --header 'User-Agent: Parley' \\
          --header 'X-One: 1' \\
          --header 'Content-Type: application/json' \\
          --data-raw '{"n": 1}' \\
          --location --max-redirs 2 \\
          --insecure \\
          --compressed
        """)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "a header that the request has itself is there once, as it is sent",
    arguments: [
      "bearer: '{{secret}}'", "basic: { user: ada, password: '{{secret}}' }",
      "apiKey: { name: Authorization, value: '{{secret}}' }",
    ])
  func ownHeader(auth: String) async throws {
    let text = "url: /\nheaders: { authorization: Own o }\nauth: { \(auth) }\n"
    let (command, _) = try await curl(text, showsSecrets: true)
    #expect(command.contains("authorization: Own o") && !command.contains("hunter22"))
  }

  @Test("a secret is masked unless it is asked for", arguments: [false, true])
  func secrets(isShown: Bool) async throws {
    let text = "url: /\nauth: { basic: { user: ada, password: '{{secret}}' } }\n"
    let (command, _) = try await curl(text, showsSecrets: isShown)
    #expect(command.contains("--user 'ada:hunter22'") == isShown)
    #expect(command.contains("hunter22") == isShown)
  }

  @Test("a secret with the shell's quote in it is masked before it is quoted", arguments: [false, true])
  func quotedSecret(isShown: Bool) async throws {
    let workspace = try SendingWorkspace(files: [
      "requests/r.yaml": """
      method: POST
      url: /{{secret}}
      headers: { X-Key: '{{secret}}', Cookie: sid=1234 }
      auth: { basic: { user: ada, password: '{{secret}}' } }
      body: { text: 'it is {{secret}}' }
      """
    ])
    let session = try await workspace.open()
    let rendered = try await session.sending.render("r", given: ["secret": "o'b"])
    let command = try await session.sending.curl(rendered, showsSecrets: isShown)
    await session.close()
    #expect(command.contains(#"--user 'ada:o'\''b'"#) == isShown)
    #expect(command.contains("--header 'Cookie: sid=\(isShown ? "1234" : Secrets.mask)'"))
    if !isShown { #expect(command.components(separatedBy: Secrets.mask).count == 6 && !command.contains("'b")) }
  }

  @Test("a # in a value that stands in a path is sent, and does not cut the value off")
  func fragment() async throws {
    let workspace = try SendingWorkspace()
    let request = try await workspace.sent("url: /a/{{secret}}/b\n")
    #expect(request.target == "/a/hunter22/b")
    try workspace.folder.write("url: /a/{{secret}}?q={{secret}}#part\n", to: "w/requests/r.yaml")
    let session = try await workspace.open()
    let rendered = try await session.sending.render("r", given: ["secret": "half#other-half"])
    let response = try await session.sending.call(rendered).response()
    #expect(workspace.server.requests.last?.target == "/a/half%23other-half?q=half%23other-half")
    #expect(rendered.url.masked == "\(workspace.server.url)/a/\(Secrets.mask)?q=\(Secrets.mask)#part")
    #expect(!rendered.request.secrets.masking(response.url).contains("half"))
    await session.close()
  }

  @Test(
    "authentication becomes options of curl",
    arguments: [
      ("{ bearer: t }", "--header 'Authorization: Bearer t'"),
      ("{ apiKey: { name: X-Key, value: k } }", "--header 'X-Key: k'"),
      ("{ digest: { user: u, password: p } }", "--digest --user 'u:p'"),
      ("{ oauth2: { tokenUrl: /t, clientId: a } }", #"--header "Authorization: Bearer $TOKEN""#),
    ])
  func authorization(_ auth: String, _ words: String) async throws {
    #expect(try await curl("url: /\nauth: \(auth)\n", showsSecrets: true).command.contains(words))
  }

  @Test("a command that was written is read back as the same request")
  func roundTrip() async throws {
    let (command, server) = try await curl(
      """
      method: POST
      url: /up
      headers: { X-One: "a 'quoted' value" }
      body:
        multipart:
          note: hello
          photo: { file: a.png, type: image/png }
      """, files: ["a.png": "png"])
    let back = try CurlCommand(command).request
    #expect(back.url.value == "\(server.url)/up")
    #expect(back.headers.contains { $0.name == "X-One" && $0.value == "a 'quoted' value" })
    guard case .multipart(let parts)? = back.body else {
      Issue.record("it is no multipart body: \(command)")
      return
    }
    #expect(parts.count == 2)
  }

  @Test("curl itself sends the same bytes")
  func sameBytes() async throws {
    let text = "method: POST\nurl: /x?a=1\nheaders: { B: 2, A: 1 }\nbody: { form: { a: 'b c', d: é } }\n"
    let (command, server) = try await curl(text)
    let result = try await FinishedProcess.run("/bin/sh", ["-c", "\(command) --silent"])
    try #require(result.status == 0, "\(result.errorText)")
    let sent = try #require(server.requests.last)
    #expect(sent.requestLine == "POST /x?a=1 HTTP/1.1")
    #expect(sent.bodyText == "a=b+c&d=%C3%A9")
    #expect(sent.headerLines.contains("B: 2") && sent.headerLines.contains("User-Agent: Parley"))
  }
}
