import ParleyText
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Commands of other shells, scripts and calls of fetch", .timeLimit(.minutes(2)))
struct CurlFormsTests {
  private func requests(_ text: String) throws -> [String] {
    let api = try ImportedAPI(ImportSource("c.sh", Array(text.utf8)))
    return api.requests.map { request in
      let definition = request.definition
      let body =
        definition.body?.text?.value ?? definition.body?.rows?.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      let headers = definition.headers.filter(\.isOn).map { "\($0.name): \($0.value)" }
      return (["\(definition.method?.value ?? "GET") \(definition.url.value)"] + headers + [body].compactMap { $0 })
        .joined(separator: "\n")
    }
  }

  static let forms: [(String, [String])] = [
    ("#!/bin/sh\n# list items\nset -e\ncurl http://a.test/a\n", ["GET http://a.test/a"]),
    (
      "curl -X PUT http://a.test/a && curl http://a.test/b; curl http://a.test/c",
      ["PUT http://a.test/a", "GET http://a.test/b", "GET http://a.test/c"]
    ),
    ("curl http://a.test/a > out.txt 2>&1", ["GET http://a.test/a"]),
    ("curl -o x http://a.test/a --next -X PUT http://a.test/b", ["GET http://a.test/a", "PUT http://a.test/b"]),
    (
      "curl http://a.test/{a,b}/[1-2]",
      ["GET http://a.test/a/1", "GET http://a.test/a/2", "GET http://a.test/b/1", "GET http://a.test/b/2"]
    ),
    (
      "curl ^\"http://a.test/x?a=1^&b=2^\" ^\n  -H ^\"accept: */*^\" ^\n  --data-raw ^\"^{^\\^\"a^\\^\":1^}^\"",
      ["POST http://a.test/x?a=1&b=2\naccept: */*\nContent-Type: application/x-www-form-urlencoded\n{\"a\":1}"]
    ),
    (
      "curl \"http://a.test/x\" ^\n  -H \"X-A: say \\\"hi\\\"\" ^\n  --data-raw \"{\"\"a\"\":1}\"",
      ["POST http://a.test/x\nX-A: say \"hi\"\nContent-Type: application/x-www-form-urlencoded\n{\"a\":1}"]
    ),
    (
      "curl.exe `\n  -X POST `\n  \"http://a.test/x\" `\n  -H 'X-A: it''s' `\n  -d '{\\\"a\\\":1}'",
      ["POST http://a.test/x\nX-A: it's\nContent-Type: application/x-www-form-urlencoded\n{\"a\":1}"]
    ),
    ("curl.exe http://a.test/x", ["GET http://a.test/x"]),
    (
      "fetch(\"http://a.test/x\", {\n  \"headers\": {\n    \"accept\": \"*/*\",\n    \"content-type\": \"application/json\"\n  },\n  \"referrer\": \"http://a.test/\",\n  \"body\": \"{\\\"a\\\":1}\",\n  \"method\": \"POST\",\n  \"mode\": \"cors\"\n});",
      ["POST http://a.test/x\naccept: */*\nReferer: http://a.test/\n{\"a\":1}"]
    ),
    (
      "await fetch('http://a.test/x', { method: 'POST', body: JSON.stringify({ a: [1, 'b'], }), })\nfetch(\"http://a.test/y\")",
      ["POST http://a.test/x\nContent-Type: text/plain;charset=UTF-8\n{\"a\":[1,\"b\"]}", "GET http://a.test/y"]
    ),
    ("curl -K opts.txt http://a.test/a", ["GET http://a.test/a"]),
  ]

  @Test("each becomes the requests that it sends", arguments: forms.map(\.0))
  func form(text: String) throws {
    let expected = try #require(Self.forms.first { $0.0 == text }).1
    #expect(try requests(text) == expected)
  }

  @Test("a variable of the shell becomes a source, or is what the text sets; the output of a command is asked for")
  func variables() throws {
    let text = """
      export HOST=http://a.test
      SECRET_TOKEN="abc-123456"
      curl -H "Authorization: Bearer $API_TOKEN" -H "X-Own: ${SECRET_TOKEN}" -H "X-Id: $(cat id.txt)" "$HOST/a/$ID"
      """
    let files = try ImportedFiles(text, named: "c.sh")
    let request = try files.text("requests/get-id.yaml")
    #expect(request.contains("url: \"{{HOST}}/a/{{ID}}\"") && request.contains("Bearer {{API_TOKEN}}"))
    let environment = try files.text("environments/local.yaml")
    #expect(environment.contains("API_TOKEN: { secret: env API_TOKEN }") && environment.contains("ID: \"{{env.ID}}\""))
    #expect(environment.contains("HOST: http://a.test") && environment.contains("cat_id_txt: { secret: prompt }"))
    #expect(files.plan.secrets.map(\.value) == ["abc-123456"] && !environment.contains("abc-123456"))
  }

  @Test("a variable in a command that is pasted is asked for, and never kept")
  func pasted() throws {
    let command = try CurlCommand("curl -H \"Authorization: Bearer $API_TOKEN\" http://a.test/$ID")
    #expect(command.request.headers.map(\.value) == [#"Bearer {{secret("API_TOKEN")}}"#])
    #expect(command.request.url.value == #"http://a.test/{{prompt("ID")}}"#)
    #expect(command.secrets.isEmpty)
  }

  @Test("files of options are read beside the command")
  func config() throws {
    let folder = try TemporaryFolder()
    try folder.write("opts.txt", "# options\nheader = \"X-A: \\\"1\\\"\"\nrequest: PUT\nurl http://a.test/a\n")
    let path = try folder.write("c.sh", "curl -K opts.txt -F 'f=@body.json' --cacert ca.pem")
    let request = try #require(try ImportedAPI(at: path).requests.first?.definition)
    #expect(request.method?.value == "PUT" && request.headers.map(\.value) == ["\"1\""])
    #expect(request.options.ca?.value == folder.at("ca.pem"))
  }

  static let others = [
    ("wget http://a.test/x", "wget"), ("http POST a.test/x a=1", "HTTPie"),
    ("Invoke-WebRequest -Uri \"http://a.test\"", "Invoke-WebRequest"),
    (
      "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest -UseBasicParsing -Uri \"http://a.test\"",
      "Invoke-WebRequest"
    ),
  ]

  @Test("a command of another program is named as what it is", arguments: others.map(\.0))
  func other(text: String) throws {
    let name = try #require(Self.others.first { $0.0 == text }).1
    let error = #expect(throws: ImportError.self) { try ImportedAPI(ImportSource("c.txt", Array(text.utf8))) }
    #expect(error?.summary.contains(name) == true)
  }

  @Test(
    "a pasted text is recognised behind comments and for every shell",
    arguments: [
      ("# note\ncurl http://a.test", true), ("curl.exe `\n http://a.test", true),
      ("curl ^\n ^\"http://a.test^\"", true),
      ("fetch(\"http://a.test\")", true), ("await fetch('http://a.test')", true), ("fetching", false),
      ("# curl", false),
    ])
  func recognition(text: String, isOne: Bool) {
    #expect(CurlText.isCommand(text) == isOne)
  }
}
