import ParleyEngine
import TestSupport
import Testing

@testable import ParleyWorkspace

@Suite("Files in a request's file", .timeLimit(.minutes(2)))
struct RequestFileTransferTests {
  private let workspace: SendingWorkspace

  init() throws {
    workspace = try SendingWorkspace(
      [.text("an answer")], workspace: "vars: { who: ada }\n", files: ["files/a.txt": "from disk"])
  }

  @Test("Fields and files are sent as parts, in their order, without those turned off")
  func multipart() async throws {
    let sent = try await workspace.sent(
      """
      method: POST
      url: /
      body:
        multipart:
          note: "for {{who}}"
          file: { file: files/a.txt, fileName: b.txt }
          ~off: 1
          meta: { text: '{}', type: application/json }
      """)
    #expect(sent.value(of: "Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
    let lines = sent.bodyText.split(separator: "\r\n").filter { !$0.hasPrefix("--") }
    #expect(
      lines == [
        "Content-Disposition: form-data; name=\"note\"", "for ada",
        "Content-Disposition: form-data; name=\"file\"; filename=\"b.txt\"", "Content-Type: text/plain", "from disk",
        "Content-Disposition: form-data; name=\"meta\"", "Content-Type: application/json", "{}",
      ])
  }

  @Test("A file is the whole body, with its type and its digest")
  func file() async throws {
    let sent = try await workspace.sent(
      "method: PUT\nurl: /\nbody: { file: { path: files/a.txt, type: text/x-note, md5: true } }\n")
    #expect(sent.bodyText == "from disk")
    #expect(sent.value(of: "Content-Type") == "text/x-note")
    #expect(sent.value(of: "Content-MD5") != nil)
  }

  @Test("A file that is not there is an error, and nothing is sent")
  func missing() async throws {
    let error = await #expect(throws: RequestError.self) {
      try await workspace.send("method: POST\nurl: /\nbody: { file: files/none.txt }\n")
    }
    #expect(error?.summary.contains("none.txt") == true)
    #expect(workspace.server.requests.isEmpty)
  }

  @Test("A body is sent compressed where the options say so")
  func gzip() async throws {
    let sent = try await workspace.sent("method: POST\nurl: /\nbody: { text: hello }\noptions: { gzip: true }\n")
    #expect(sent.value(of: "Content-Encoding") == "gzip")
    #expect(sent.body.starts(with: [0x1F, 0x8B]))
  }

  @Test("A response goes to a file of the workspace, whose folder is made")
  func download() async throws {
    try await workspace.send("url: /\noptions: { download: 'out/{{who}}.txt' }\n")
    #expect(try readFile(workspace.folder.path("w/out/ada.txt")) == Array("an answer".utf8))
  }
}
