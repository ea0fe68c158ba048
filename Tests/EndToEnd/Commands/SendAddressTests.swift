import Foundation
import Glibc
import ParleyEngine
import TestSupport
import Testing

@Suite("parley send with a URL", .timeLimit(.minutes(3)))
struct SendAddressTests {
  private let parley: ParleyProgram
  private let server: RawServer

  init() throws {
    parley = try ParleyProgram()
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(.text("\(request.method) \(request.target)", headers: ["X-Served: yes"]))
      }
    }
  }

  private func send(_ arguments: String..., input: String = "") async throws -> (FinishedProcess, RawRequest?) {
    let sent = try await parley.run(["send"] + arguments, input: input)
    return (sent, server.requests.last)
  }

  @Test("A URL is sent as it stands, and kept in the history", arguments: [true, false])
  func plain(isInWorkspace: Bool) async throws {
    let folder = try parley.home.write(
      "parley: 1\nid: around\ndefaults: { headers: { X-From: around } }\n", to: "w/parley.yaml")
    let more = isInWorkspace ? ["-w", String(folder.dropLast("/parley.yaml".count))] : []
    let sent = try await parley.run(["send", "\(server.url)/a/:b?flag&c=d"] + more)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(sent.outputText == "GET /a/:b?flag&c=d")
    #expect(server.requests.last?.value(of: "X-From") == (isInWorkspace ? "around" : nil))
    guard isInWorkspace else { return }
    let history = try await parley.run(["history", "list"] + more)
    #expect(history.outputText.contains("/a/:b?flag&c=d"), "\(history.errorText)")
  }

  @Test("Options are spelled as by curl")
  func curlOptions() async throws {
    let file = try parley.home.write(#"{"from": "file"}"#, to: "item.json")
    let (sent, request) = try await send(
      "\(server.url)/x", "-X", "PUT", "-H", "A: b", "-H", "User-Agent:", "-d", "@\(file)", "-u", "ada:pw", "-b", "c=d")
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(request?.method == "PUT" && request?.value(of: "A") == "b" && request?.value(of: "Cookie") == "c=d")
    #expect(request?.value(of: "Authorization") == "Basic YWRhOnB3" && request?.value(of: "User-Agent") == nil)
    #expect(request?.bodyText == #"{"from": "file"}"# && request?.value(of: "Content-Type") == "application/json")
    #expect(!sent.errorText.contains("pw"))
  }

  @Test(
    "A bearer token is an option, under curl's name and HTTPie's too; no output has it",
    arguments: [
      (["--bearer", "t0ken-42"], "Bearer t0ken-42"), (["--oauth2-bearer", "t0ken-42"], "Bearer t0ken-42"),
      (["-A", "bearer", "-a", "t0ken-42"], "Bearer t0ken-42"),
      (["--auth-type=bearer", "--auth=t0ken-42"], "Bearer t0ken-42"),
      (["-a", "ada:pw"], "Basic YWRhOnB3"), (["-A", "basic", "-a", "ada:pw"], "Basic YWRhOnB3"),
    ])
  func tokens(options: [String], header: String) async throws {
    let sent = try await parley.run(["send", "\(server.url)/x", "-v"] + options)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(server.requests.last?.value(of: "Authorization") == header)
    #expect(server.requests.last?.value(of: "User-Agent") != "bearer")
    #expect(!sent.errorText.contains("t0ken-42"), "\(sent.errorText)")
  }

  @Test("An empty bearer token is asked for, and so stands in no list of processes")
  func askedToken() async throws {
    let sent = try await parley.run(["send", "\(server.url)/x", "--bearer", ""])
    #expect(sent.status != 0 && sent.errorText.contains("token at 127.0.0.1"), "\(sent.errorText)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A body's type is guessed",
    arguments: [
      (["-d", #"{"a":1}"#], #"{"a":1}"#, "application/json"),
      (["-d", "a=1", "-d", "b=2"], "a=1&b=2", "application/x-www-form-urlencoded"),
      (["--json-body", #"{"a": [1]}"#], #"{"a": [1]}"#, "application/json"),
    ])
  func guessed(options: [String], body: String, type: String) async throws {
    let sent = try await parley.run(["send", "\(server.url)/x"] + options)
    #expect(sent.status == 0, "\(sent.errorText)")
    let request = try #require(server.requests.last)
    #expect(request.method == "POST" && request.bodyText == body && request.value(of: "Content-Type") == type)
  }

  @Test("Items are HTTPie's")
  func items() async throws {
    let (sent, request) = try await send(
      "PATCH", "\(server.url)/x?y=1", "name=ada", "age:=3", "tags[]=a", "tags[]=b", "at[city]=Turin", "q==x y", "X-A:b",
      "Accept:")
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(request?.method == "PATCH" && request?.target == "/x?y=1&q=x%20y")
    #expect(request?.value(of: "X-A") == "b")
    let expected: JSONValue = ["name": "ada", "age": 3, "tags": ["a", "b"], "at": ["city": "Turin"]]
    #expect(try JSONValue(parsing: Array(try #require(request?.bodyText).utf8)) == expected)
  }

  @Test("A port alone is on this machine, a method may be in small letters, and JSON is the body")
  func short() async throws {
    let (sent, request) = try await send("post", ":\(server.port)/x", #"{"a": [1]}"#)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(request?.method == "POST" && request?.target == "/x" && request?.bodyText == #"{"a": [1]}"#)
    #expect(request?.value(of: "Content-Type") == "application/json")
    let (both, last) = try await send(":\(server.port)/x", "--json", #"{"a": 2}"#)
    #expect(both.outputText.hasPrefix("{") && last?.bodyText == #"{"a": 2}"#, "\(both.errorText)")
  }

  @Test(
    "What is no header, no address or a second body is refused, and nothing is sent",
    arguments: Sample.of(
      [
        (["-H", "foo bar"], "no header"), (["-H", "foo bar: x"], "no header"), (["{}", "[]"], "several JSON bodies"),
        (["{}", "a=1"], "JSON body"),
      ], 2))
  func refused(words: [String], said: String) async throws {
    let sent = try await parley.run(["send", "\(server.url)/x"] + words)
    #expect(sent.status == 2 && sent.errorText.contains(said), "\(sent.errorText)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "An address that cannot be used says which part is to blame",
    arguments: Sample.of(
      [
        ("http://localhost:99999/x", "port"), ("http://[::1/", "bracket"), ("http://exa mple.com/", "blank"),
        ("http:/localhost/x", "URL"), ("127.0.0.1:99999/x", "port"), (":70000/x", "port"),
      ], 2))
  func blamed(url: String, part: String) async throws {
    let sent = try await parley.run("send", url)
    #expect(sent.status != 0 && sent.errorText.contains(part), "\(sent.errorText)")
    #expect(!sent.errorText.contains("parley.yaml"), "\(sent.errorText)")
  }

  @Test("What is sent outside of a workspace is found there again")
  func outside() async throws {
    _ = try await send("\(server.url)/found-again")
    let history = try await parley.run("history", "search", "found-again")
    #expect(history.status == 0 && history.outputText.contains("/found-again"), "\(history.errorText)")
    #expect(history.errorText.contains("No workspace here"))
  }

  @Test("A curl command without -L follows no redirect, a URL does unless --max-redirs says otherwise")
  func redirects() async throws {
    let moved = try RawServer.answering(
      RawReply("302 Found", headers: ["Location: \(server.url)/after", "Content-Length: 0"]))
    for (words, isFollowed) in [
      (["curl \(moved.url)/"], false), (["curl -L \(moved.url)/"], true), (["\(moved.url)/"], true),
      (["\(moved.url)/", "--max-redirs", "0"], false),
    ] {
      let sent = try await parley.run(["send", "-i"] + words)
      #expect(sent.outputText.contains("GET /after") == isFollowed, "\(words): \(sent.outputText)")
      #expect(sent.outputText.contains("302") != isFollowed, "\(words): \(sent.outputText)")
    }
  }

  @Test("Files among the items make a form of parts")
  func parts() async throws {
    let file = try parley.home.write("content", to: "a.txt")
    let (_, request) = try await send("\(server.url)/x", "name=ada", "f@\(file)")
    #expect(request?.value(of: "Content-Type")?.hasPrefix("multipart/form-data") == true)
    #expect(request?.bodyText.contains("filename=\"a.txt\"") == true && request?.bodyText.contains("content") == true)
  }

  @Test("A curl command is sent as curl would, from the arguments or from standard input", arguments: [true, false])
  func command(isInput: Bool) async throws {
    let command = "curl -X PUT '\(server.url)/x' -H 'A: b' --data-raw a=1"
    let (sent, request) = try await isInput ? send("-", input: command + "\n") : send(command)
    #expect(sent.status == 0, "\(sent.errorText)")
    #expect(request?.method == "PUT" && request?.value(of: "A") == "b" && request?.bodyText == "a=1")
  }

  static let fromFiles: [(words: [String], type: String?, body: String)] = [
    (["curl URL -d @one.txt"], "application/x-www-form-urlencoded", "one"),
    (["curl URL -d @lines.txt"], "application/x-www-form-urlencoded", "a=1b=2"),
    (["curl URL --data-binary @lines.txt"], "application/x-www-form-urlencoded", "a=1\nb=2\n"),
    (["curl URL --data-binary @x.json"], "application/x-www-form-urlencoded", "{\"a\":\n1}"),
    (["curl URL --json @lines.txt"], "application/json", "a=1\nb=2\n"),
    (["curl URL -d @one.txt -d b=2"], "application/x-www-form-urlencoded", "one&b=2"),
    (["curl URL --data-urlencode a@lines.txt"], "application/x-www-form-urlencoded", "a=a%3D1%0Ab%3D2%0A"),
    (["curl -K opts.txt"], "text/csv", "k"),
    (["curl URL -H @head.txt -d x"], "text/csv", "x"), (["curl -T one.txt URL/"], nil, "one"),
    (["URL", "-d", "@one.txt"], "application/x-www-form-urlencoded", "one"),
    (["URL", "-d", "@x.json"], "application/json", "{\"a\":\n1}"),
  ]

  @Test(
    "What curl would read from files is read from them, and typed as curl types it",
    arguments: Sample.of(fromFiles.map(\.words), 4))
  func files(words: [String]) async throws {
    let expected = try #require(Self.fromFiles.first { $0.words == words })
    let url = "\(server.url)/x"
    for (name, text) in [
      "one.txt": "one", "lines.txt": "a=1\nb=2\n", "x.json": "{\"a\":\n1}", "head.txt": "Content-Type: text/csv\n",
      "opts.txt": "url = \(url)\nheader = \"Content-Type: text/csv\"\ndata = k\n",
    ] {
      try parley.home.write(text, to: name)
    }
    let typed = words.map { word in
      ["one.txt", "lines.txt", "x.json", "head.txt", "opts.txt"].reduce(word.replacing("URL", with: url)) {
        text, name in
        text.replacing(name, with: parley.home.path(name))
      }
    }
    let sent = try await parley.run(["send"] + typed)
    let request = try #require(server.requests.last, "\(sent.errorText)")
    #expect(request.bodyText == expected.body)
    #expect(request.value(of: "Content-Type") == expected.type)
    if words == ["curl -T one.txt URL/"] { #expect(request.target == "/x/one.txt") }
  }

  @Test("What arrived of a body that broke off is printed and kept, with its mark", arguments: [false, true])
  func cut(printsJSON: Bool) async throws {
    let part = #"{"a": 1, "list": [1, 2, 3"#
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated(part, promising: 400))
    }
    let sent = try await parley.run(["send", server.url] + (printsJSON ? ["--json"] : []))
    #expect(sent.status == 21)
    if printsJSON {
      let object = try JSONValue(parsing: sent.output)
      #expect(object["status"] == 200 && object["body"] == .string(part))
      #expect(object["error"]?["code"] == "network.truncated")
    } else {
      #expect(sent.outputText == part, "\(sent.outputText)")
      #expect(sent.errorText.hasPrefix("200 OK  25 bytes  ✗ not whole\n"), "\(sent.errorText)")
      #expect(sent.errorText.contains("ended too early"))
    }
    let shown = try await parley.run("history", "show", "last").outputText
    #expect(shown.contains("< 200") && shown.contains("✗ not whole") && shown.contains(part), "\(shown)")
  }

  @Test("Data comes from standard input")
  func input() async throws {
    let (_, request) = try await send("\(server.url)/x", "-d", "@-", input: "{\"a\":\n1}\n")
    #expect(request?.bodyText == "{\"a\":1}")
  }

  @Test("-i prints the head before the body, -v what went over the wire, -o writes a file")
  func output() async throws {
    let file = parley.home.path("out.txt")
    let (included, _) = try await send("\(server.url)/x", "-i")
    #expect(included.outputText.hasPrefix("HTTP/1.1 200 OK\n") && included.outputText.hasSuffix("\n\nGET /x"))
    let (verbose, _) = try await send("\(server.url)/x", "-v")
    #expect(verbose.errorText.contains("> GET /x HTTP/1.1") && verbose.errorText.contains("< X-Served: yes"))
    #expect(verbose.errorText.contains("* environment: none") && verbose.outputText == "GET /x")
    let (written, _) = try await send("\(server.url)/x", "-o", file)
    #expect(written.outputText.isEmpty && written.status == 0, "\(written.errorText)")
    #expect(String(decoding: try readFile(file), as: UTF8.self) == "GET /x")
  }

  @Test("What -o saved is named without the way to it", arguments: [[], ["-f", "."]])
  func outputOutside(filter: [String]) async throws {
    let json = try RawServer.answering(.text("7", headers: ["Content-Type: application/json"]))
    try parley.home.write("", to: "deep/er/none")
    let sent = try await parley.run(["send", json.url, "-o", parley.home.path("deep/er/../out.json")] + filter)
    #expect(sent.status == 0 && sent.errorText.contains("saved to "), "\(sent.errorText)")
    #expect(sent.errorText.contains("/deep/out.json") && !sent.errorText.contains(".."), "\(sent.errorText)")
    #expect(FileManager.default.fileExists(atPath: parley.home.path("deep/out.json")))
  }

  @Test("-o writes the body of a failure too, as curl does")
  func failureInFile() async throws {
    let missing = try RawServer.answering(.text("no such thing", status: "404 Not Found"))
    let file = parley.home.path("missing.txt")
    let sent = try await parley.run("send", missing.url, "-o", file)
    #expect(sent.status == 1 && sent.outputText.isEmpty && sent.errorText.contains("saved to \(file)"))
    #expect(String(decoding: try readFile(file), as: UTF8.self) == "no such thing")
  }

  @Test(
    "A curl command without quotes is told to take them",
    arguments: [["curl", ":8080/x", "-d", "a=1"], ["curl", "--http2", ":8080/x"]])
  func unquoted(words: [String]) async throws {
    let sent = try await parley.run(["send"] + words)
    #expect(sent.status == 2 && sent.errorText.contains("`parley send 'curl …'`"), "\(sent.errorText)")
    let other = try await parley.run("send", "http", "POST", ":8080/x", "a=1")
    #expect(other.status == 2 && other.errorText.contains("`parley send POST :8080/items name=tea`"))
  }

  @Test("-o writes into a pipe and a descriptor, and through a link: none is replaced", arguments: [[], ["-f", "."]])
  func outputIntoStreams(filter: [String]) async throws {
    let json = try RawServer.answering(.text("7", headers: ["Content-Type: application/json"]))
    let (pipe, link, file) = (parley.home.path("pipe"), parley.home.path("link"), parley.home.path("file"))
    #expect(mkfifo(pipe, 0o600) == 0 && symlink("file", link) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    for path in [pipe, "/dev/fd/1", link] {
      let sent = try await parley.run(["send", json.url, "-o", path] + filter)
      #expect(sent.status == 0 && sent.errorText.contains("saved to \(path)"), "\(sent.errorText)")
      #expect(sent.outputText.hasPrefix("7") == (path == "/dev/fd/1"), "\(path)")
    }
    var byte: UInt8 = 0
    #expect(read(reader, &byte, 1) == 1 && byte == UInt8(ascii: "7"))
    #expect(try readFile(file).first == UInt8(ascii: "7"))
    #expect(kind(of: pipe) == S_IFIFO && kind(of: link) == S_IFLNK)
  }

  private func kind(of path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  @Test("A file that is missing, and a folder to save to, are mistakes of the arguments: nothing is sent or made")
  func missing() async throws {
    let (file, _) = try await send("\(server.url)/x", "-d", "@\(parley.home.path("missing"))")
    #expect(file.status == 2 && file.errorText.contains("missing"), "\(file.errorText)")
    let folder = parley.home.path("nowhere")
    let (saved, _) = try await send("\(server.url)/x", "-o", "\(folder)/body")
    #expect(saved.status == 2 && saved.errorText.contains("There is no folder"), "\(saved.errorText)")
    #expect(access(folder, F_OK) != 0 && server.requests.isEmpty)
  }

  @Test(
    "JSON that is none is sent with a warning",
    arguments: Sample.of([["-d", #"{"a":}"#], [#"{"a":}"#], ["--json-body", "[1,]"]], 1))
  func brokenJSON(body: [String]) async throws {
    let sent = try await parley.run(["send", "POST", "\(server.url)/x"] + body)
    #expect(sent.status == 0 && sent.errorText.contains("⚠ The body is not valid JSON"), "\(sent.errorText)")
    #expect(server.requests.last?.bodyText == body.last)
  }

  @Test(
    "A method that is a slip of another is asked about, and -X sends any",
    arguments: Sample.of(["PSOT", "GTE", "DELTE", "PTCH"], 1))
  func methodSlips(method: String) async throws {
    let (asked, none) = try await send(method, "\(server.url)/x", "a=1")
    #expect(asked.status == 2 && none == nil, "\(asked.errorText)")
    #expect(asked.errorText.contains("Did you mean") && asked.errorText.contains("-X \(method)"), "\(asked.errorText)")
    let (sent, request) = try await send("\(server.url)/x", "-X", method)
    #expect(sent.status == 0 && request?.method == method, "\(sent.errorText)")
  }

  @Test(
    "Methods that there are, and others that are no slip, are sent",
    arguments: Sample.of(["PROPFIND", "MKCOL", "PURGE", "QUERY"], 1))
  func otherMethods(method: String) async throws {
    let (sent, request) = try await send(method, "\(server.url)/x")
    #expect(sent.status == 0 && request?.method == method, "\(sent.errorText)")
  }

  @Test("-o saves what the filter gives, as it is printed without")
  func filteredFile() async throws {
    let json = try RawServer.answering(.text(#"{"a": {"b": [1, "x"]}}"#, headers: ["Content-Type: application/json"]))
    let file = parley.home.path("out.json")
    for (filter, more) in [(".a", [String]()), (".a.b[]", ["--raw-output"])] {
      let printed = try await parley.run(["send", json.url, "-f", filter] + more)
      let saved = try await parley.run(["send", json.url, "-f", filter, "-o", file] + more)
      #expect(saved.status == 0 && saved.outputText.isEmpty, "\(saved.errorText)")
      #expect(saved.errorText.contains("saved to \(file)"), "\(saved.errorText)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == printed.outputText && !printed.outputText.isEmpty)
    }
    let broken = try await parley.run(
      "send", json.url, "-f", ".a | keys | .[0] | error", "-o", parley.home.path("none"))
    #expect(broken.status == 1 && access(parley.home.path("none"), F_OK) != 0, "\(broken.errorText)")
  }

  @Test("HTTPS to a port without TLS names no certificate, HTTP to one with TLS says so")
  func otherScheme() async throws {
    let open = try RawServer.start { connection in
      _ = try connection.read()
      try connection.send(.text("plain"))
    }
    let plain = try await parley.run("send", open.url.replacing("http://", with: "https://"))
    #expect(plain.errorText.contains("http://127.0.0.1:\(open.port)"), "\(plain.errorText)")
    #expect(!plain.errorText.contains("parley certificate") && !plain.errorText.contains(" .\n"), "\(plain.errorText)")
    try await withNginxServer { nginx in
      let url = try #require(nginx.tlsURL).replacing("https://", with: "http://")
      let sent = try await parley.run("send", url)
      #expect(sent.errorText.contains("⚠ The port expects TLS: try https://"), "\(sent.errorText)")
    }
  }

  @Test("One URL is sent at a time")
  func second() async throws {
    let (sent, _) = try await send("\(server.url)/x", "\(server.url)/y")
    #expect(sent.status == 2 && sent.errorText.contains("a second URL"), "\(sent.errorText)")
    #expect(server.requests.isEmpty)
  }

  @Test("A template in a path keeps the host before it")
  func templates() async throws {
    let folder = try parley.home.write(
      "parley: 1\nid: t\nservers: { api: 'http://127.0.0.1:1' }\n", to: "t/parley.yaml")
    let (sent, request) = try await send(
      "127.0.0.1:\(server.port)/users/{{id}}", "--set", "id=2", "-w", String(folder.dropLast("/parley.yaml".count)))
    #expect(sent.status == 0 && request?.target == "/users/2", "\(sent.errorText)")
  }

  @Test("-v tells what went over the wire beside a filter too")
  func verboseFilter() async throws {
    let (sent, _) = try await send("\(server.url)/x", "-v", "-f", ".")
    #expect(sent.errorText.contains("> GET /x"), "\(sent.errorText)")
  }

  @Test("A mistake in what is typed names no file")
  func mistake() async throws {
    let (sent, _) = try await send("\(server.url)/{{nope}}")
    #expect(sent.errorText.hasPrefix("parley: Unknown name “nope”."), "\(sent.errorText)")
  }

  @Test("A cached response says how to ask the server, unless the cache was asked for")
  func cached() async throws {
    let folder = try parley.home.write(
      "parley: 1\nid: cached\ndefaults: { cache: { ttl: 60s } }\n", to: "c/parley.yaml")
    let workspace = ["-w", String(folder.dropLast("/parley.yaml".count))]
    for (more, isHinted) in [([], false), ([], true), (["--offline"], false), (["--bypass-cache"], false)] {
      let sent = try await parley.run(["send", "\(server.url)/x"] + more + workspace)
      #expect(sent.status == 0 && sent.errorText.contains("--bypass-cache") == isHinted, "\(more): \(sent.errorText)")
    }
    #expect(server.requests.count == 2)
  }

  @Test("What is neither a request nor a URL points to both, or to a near name; what fits no request is refused")
  func mistakes() async throws {
    let folder = parley.home.path("w")
    try parley.home.write("parley: 1\nid: w\n", to: "w/parley.yaml")
    try parley.home.write("url: \(server.url)/known\n", to: "w/requests/known.yaml")
    let unknown = try await parley.run("send", "elsewhere", "-w", folder)
    #expect(unknown.status == 2 && unknown.errorText.contains("known") && unknown.errorText.contains("parley URL"))
    let mistyped = try await parley.run("send", "knwon", "-w", folder)
    #expect(mistyped.status == 2 && mistyped.errorText.contains("Did you mean “known”?"), "\(mistyped.errorText)")
    #expect(!mistyped.errorText.contains("parley URL"), "\(mistyped.errorText)")
    let refused = try await parley.run("send", "known", "-H", "A: b", "-w", folder)
    #expect(refused.status == 2 && server.requests.isEmpty, "\(refused.errorText)")
    let sent = try await parley.run("send", "known", "-w", folder, "-i")
    #expect(sent.status == 0 && sent.outputText.hasSuffix("GET /known"))
  }
}
