import ParleyEditing
import ParleyFiles
import ParleyFormats
import ParleyText
import ParleyWorkspace
import Testing

@Suite("A pasted curl command", .timeLimit(.minutes(2))) struct CurlCommandTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let command: String
    var method: String?
    var url = "https://a.test/x"
    var query: [String] = []
    var headers: [String] = []
    var body: String?

    var testDescription: String { command }
  }

  /// The content type that curl sends with data, whatever they are.
  static let form = "Content-Type: application/x-www-form-urlencoded"

  static let rows: [Row] = [
    Row(command: "curl https://a.test/x"),
    Row(command: "$ curl https://a.test/x"),
    Row(command: "/usr/bin/curl -sSL --compressed https://a.test/x"),
    Row(command: "curl --url https://a.test/x -o out.json"),
    Row(command: "curl -X PURGE https://a.test/x", method: "PURGE"),
    Row(command: "curl -sXPUT https://a.test/x", method: "PUT"),
    Row(command: "curl -I https://a.test/x", method: "HEAD"),
    Row(
      command: "curl https://a.test/x -H 'Accept: text/csv' -H \"X-Note: say \\\"hi\\\"\"",
      headers: ["Accept: text/csv", "X-Note: say \"hi\""]),
    Row(
      command: "curl https://a.test/x -H 'Accept-Encoding: gzip' -H 'Host:' -H 'X-Empty;'",
      headers: ["Accept-Encoding: gzip", "Host: ", "X-Empty: "]),
    Row(
      command: "curl https://a.test/x -A agent/1 -e https://b.test",
      headers: ["User-Agent: agent/1", "Referer: https://b.test"]),
    Row(command: "curl https://a.test/x -d a=1 -d b=two+words", method: "POST", body: "form a=1&b=two words"),
    Row(
      command: "curl https://a.test/x -d a=1 -d b=two%20words", method: "POST", headers: [form],
      body: "text a=1&b=two%20words"),
    Row(command: "curl https://a.test/x --data-urlencode 'q=a b&c'", method: "POST", body: "form q=a b&c"),
    Row(
      command: "curl https://a.test/x --data-urlencode 'q=a b&c' -d d", method: "POST", headers: [form],
      body: "text q=a+b%26c&d"),
    Row(command: "curl -G https://a.test/x -d a=1 --data-urlencode 'q=ä'", query: ["a=1", "q=ä"]),
    Row(
      command: #"curl https://a.test/x --json '{"a":1}'"#, method: "POST", headers: ["Accept: application/json"],
      body: #"json {"a":1}"#),
    Row(
      command: #"curl https://a.test/x -H 'content-type: application/json' --data-raw $'{"t":"it\'s\n\u00e9"}'"#,
      method: "POST",
      headers: ["content-type: application/json"], body: "json {\"t\":\"it's\né\"}"),
    Row(
      command: "curl https://a.test/x -H 'Content-Type: text/plain' -d hello", method: "POST",
      headers: ["Content-Type: text/plain"], body: "text hello"),
    Row(
      command: "curl 'https://a.test/x' \\\n  -X PATCH \\\r\n  -H 'A: 1' \\\n  --data-raw '[1]'", method: "PATCH",
      headers: ["A: 1", form], body: "json [1]"),
    Row(command: "curl 'https://a.test/x?q={{x}}'", url: "https://a.test/x?q={{'{{'}}x}}"),
  ]

  @Test("is read into method, URL, rows and body", arguments: rows)
  func reading(_ row: Row) throws {
    let request = try CurlCommand(row.command).request
    #expect(request.method?.value == row.method)
    #expect(request.url.value == row.url)
    #expect(request.query.map { "\($0.name)=\($0.value)" } == row.query)
    #expect(request.headers.map { "\($0.name): \($0.value)" } == row.headers)
    #expect(request.body.map(described) == row.body)
  }

  static let secrets: [(command: String, shown: String)] = [
    (
      "curl -u ada:hunter22 https://a.test",
      #"basic: { user: ada, password: '{{secret("password of ada at a.test")}}' }"#
    ),
    ("curl https://ada:hunter22@a.test", #"basic: { user: ada, password: '{{secret("password of ada at a.test")}}' }"#),
    (
      "curl --digest -u ada:hunter22 a.test",
      #"digest: { user: ada, password: '{{secret("password of ada at a.test")}}' }"#
    ),
    ("curl --aws-sigv4 aws:amz:eu:s3 -u id:hunter22 a.test", #"secretKey: '{{secret("secret key of id at a.test")}}'"#),
    ("curl -x http://ada:hunter22@p:1 a.test", #"http://ada:{{secret("password of the proxy at a.test")}}@p:1"#),
    ("curl -x 'h@t://ada:hunter22@p:1' a.test", #"h@t://ada:{{secret("password of the proxy at a.test")}}@p:1"#),
    ("curl -E me.pem:hunter22 a.test", #"passphrase: '{{secret("passphrase of the certificate at a.test")}}'"#),
    ("curl -F token=hunter22 a.test", #"token: '{{secret("token at a.test")}}'"#),
    (
      "curl https://a.test -H 'Authorization: Bearer hunter22'", #"Authorization: Bearer {{secret("token at a.test")}}"#
    ),
    ("curl https://a.test -H 'authorization: hunter22'", #"authorization: {{secret("authorization at a.test")}}"#),
    ("curl https://a.test -H 'X-Api-Key: hunter22'", #"X-Api-Key: {{secret("X-Api-Key at a.test")}}"#),
    ("curl https://a.test -b 'sid=hunter22'", #"Cookie: {{secret("Cookie at a.test")}}"#),
    (
      "curl 'https://a.test?a=1&access_token=hunter22#f'",
      #"https://a.test?a=1&access_token={{secret("access_token at a.test")}}#f"#
    ),
    ("curl https://a.test -d user=ada -d password=hunter22", #"password={{secret("password at a.test")}}"#),
    (
      #"curl https://a.test --json '{"user": {"Password" : "hunter22"}, "note": "password"}'"#,
      #"{"user": {"Password" : "{{secret("Password at a.test")}}"}, "note": "password"}"#
    ),
    ("curl --oauth2-bearer hunter22 https://a.test", #"bearer: '{{secret("token at a.test")}}'"#),
  ]

  @Test("hands credentials over beside the request, where a template stands for each", arguments: secrets)
  func credentials(command: String, shown: String) throws {
    let imported = try CurlCommand(command)
    let text = try everything(imported.request)
    #expect(text.contains(shown))
    #expect(!text.contains("hunter22"))
    #expect(!imported.notes.joined().contains("hunter22"))
    #expect(imported.secrets.map(\.value) == ["hunter22"] || imported.secrets.map(\.value) == ["sid=hunter22"])
    #expect(!"\(imported.secrets) \(String(reflecting: imported))".contains("hunter22"))
  }

  @Test("asks for a password that it does not say, and tells two credentials of one kind apart")
  func more() throws {
    let asked = try CurlCommand("curl -u ada https://a.test")
    #expect(
      asked.request.auth?.value
        == .basic(UserDefinition(user: "ada", password: #"{{secret("password of ada at a.test")}}"#)))
    #expect(asked.secrets.isEmpty)
    let two = try CurlCommand("curl https://a.test -d token=one -d token=two -d token=one")
    #expect(two.secrets.map(\.name) == ["token at a.test", "token at a.test 2", "token at a.test"])
    let json = try CurlCommand(#"curl https://a.test --json '{"token": "a\u00e9\"b"}'"#)
    #expect(json.secrets.map(\.value) == ["aé\"b"])
  }

  @Test(
    "names a whole URL, whatever it leaves out",
    arguments: [
      ("localhost:9311/get", "http://localhost:9311/get"), ("a.test:8080", "http://a.test:8080"),
      ("api.example.com/v1", "https://api.example.com/v1"), ("intranet/x", "https://intranet/x"),
      ("HTTP://a.test", "HTTP://a.test"),
    ])
  func scheme(typed: String, whole: String) throws {
    #expect(try CurlCommand("curl \(typed)").request.url.value == whole)
  }

  @Test("means the files of the folder it was typed in, and names those of the workspace from there")
  func folders() throws {
    let command =
      "curl a.test -F a=@up.txt -F b=@../x/y.txt -F c=@/etc/z -F d=@~/w -F 'e=@shop/in.txt' --cacert shop/ca.pem -o o.json"
    let request = try CurlCommand(command, in: "/home/ada", forWorkspaceAt: "/home/ada/shop").request
    guard case .multipart(let parts)? = request.body else { return #expect(Bool(false), "no form") }
    let files = parts.map { if case .file(let path) = $0.content { path } else { "" } }
    #expect(files == ["/home/ada/up.txt", "/home/x/y.txt", "/etc/z", "~/w", "in.txt"])
    #expect(request.options.ca == "ca.pem" && request.options.download == "/home/ada/o.json")
  }

  @Test("says what it could not take over")
  func notes() throws {
    let imported = try CurlCommand(
      "curl --frobnicate --resolve a:1:b -d a=1 -d @secrets.txt https://a.test https://b.test")
    #expect(
      imported.notes == [
        "“--frobnicate” is not supported and was left out.",
        "--resolve was left out: the URL says where to.",
        "The data of the file “secrets.txt” were left out.",
        "Only the first of 2 requests was taken.",
      ])
    #expect(imported.request.body?.rows == [ParleyFiles.Row("a", "1")])
  }

  @Test("takes forms with files, and files as whole bodies")
  func files() throws {
    let form = try CurlCommand(
      "curl a.test -F note=hi -F 'photo=@a b.png;type=image/png;filename=\"me.png\"' --form-string 'at=@x' -F 'x=<y'")
    #expect(
      form.request.body
        == .multipart([
          PartDefinition("note", .text("hi")),
          PartDefinition("photo", .file("a b.png"), type: "image/png", fileName: "me.png"),
          PartDefinition("at", .text("@x")),
        ]))
    #expect(form.notes == ["The form field “x” was left out: it cannot be read."])
    #expect(form.request.method?.value == "POST")
    let upload = try CurlCommand("curl -T a.bin a.test").request
    #expect(upload.body == .file(FileDefinition(path: "a.bin")) && upload.method?.value == "PUT")
    let data = try CurlCommand("curl --data-binary @a.json -H 'Content-Type: application/json' a.test").request
    #expect(data.body == .file(FileDefinition(path: "a.json")))
  }

  @Test("takes how it is sent as options")
  func transfer() throws {
    let request = try CurlCommand(
      """
      curl -k --cacert ca.pem --cert me.pem --key me.key -x socks5://p:1080 --http1.1 --unix-socket /run/a.sock \\
        --connect-timeout 1.5 --max-filesize 3M --retry 3 --retry-delay 2 -o out.json a.test
      """
    ).request
    #expect(
      request.options
        == .saying {
          ($0.connectTimeout, $0.maxBody) = (Located(.milliseconds(1500)), Located(3 << 20))
          ($0.verify, $0.httpVersion) = (Located(false), Located(.http1_1))
          ($0.ca, $0.certificate) = ("ca.pem", CertificateDefinition(file: "me.pem", key: "me.key"))
          ($0.proxy, $0.unixSocket, $0.download) = ("socks5://p:1080", "/run/a.sock", "out.json")
        })
    #expect(request.retry?.value == RetryDefinition(retries: Located(3), delay: Located(.seconds(2))))
  }

  @Test("takes timeout and number of redirects as options")
  func options() throws {
    let options = try CurlCommand("curl -m 2.5 --max-redirs 3 a.test").request.options
    #expect(options.timeout?.value == .milliseconds(2500))
    #expect(options.redirects?.value == 3)
  }

  @Test(
    "that is broken says how",
    arguments: [
      ("make https://a.test", CurlCommandError.notCurl), ("", .notCurl), ("wget https://a.test", .otherProgram("wget")),
      ("curl 'https://a.test", .unclosedQuote("'")), (#"curl "https://a.test"#, .unclosedQuote("\"")),
      ("curl $'https://a.test", .unclosedQuote("$'")), ("curl https://a.test -H", .missingValue(option: "-H")),
      ("curl -v", .noURL),
    ])
  func mistakes(command: String, error: CurlCommandError) {
    #expect(throws: error) { try CurlCommand(command) }
    #expect(!error.summary.isEmpty && error.advice?.isEmpty == false && error.code.hasPrefix("curl."))
  }

  @Test(
    "is told from a URL by its first word",
    arguments: [
      ("curl https://a.test", true), (" $ curl\\\n x", true), ("curl", false), ("curly brace", false),
      ("https://curl x", false),
    ])
  func recognition(text: String, isOne: Bool) {
    #expect(CurlText.isCommand(text) == isOne)
  }

  private func described(_ body: BodyDefinition) -> String {
    let rows = body.rows?.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "\(body.kind) \(body.text?.value ?? rows ?? "")"
  }

  private func everything(_ request: RequestDefinition) throws -> String {
    let rows = request.headers.map { "\($0.name): \($0.value)" } + request.query.map { "\($0.name)=\($0.value)" }
    return ([request.url.value] + rows + [request.body.map(described) ?? "", try request.yaml]).joined(separator: "\n")
  }
}
