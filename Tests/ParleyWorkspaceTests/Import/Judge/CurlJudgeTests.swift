import Foundation
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A curl command is sent as curl itself sends it", .timeLimit(.minutes(5)))
struct CurlJudgeTests {
  /// Written by hand: what the manual shows, and what people get wrong.
  static let commands = [
    "curl http://HOST/a",
    "curl -X POST -d '' http://HOST/a",
    "curl http://HOST/a -d 'hello world'",
    "curl http://HOST/a -d '<a b=\"1\">x &amp; y</a>'",
    "curl http://HOST/a -d '{\"a\": 1}'",
    "curl http://HOST/a -d a=1 -d b=two%20words -d c=%C3%BC",
    "curl http://HOST/a -d a=1+2 -d 'b=x y'",
    "curl http://HOST/a -d 'a=1&a=2&=x&flag'",
    "curl --json '{\"a\":1}' http://HOST/a",
    "curl --json @body.json http://HOST/a",
    "curl --json '{' --json '}' http://HOST/a",
    "curl --data-binary @body.json http://HOST/a",
    "curl -H 'Content-Type: application/json' -d @body.json http://HOST/a",
    "curl --data-urlencode 'q=a b&c~!*' --data-urlencode '=x y' --data-urlencode plain http://HOST/a",
    "curl -G -d a=1 --data-urlencode 'q=a b' http://HOST/a",
    "curl -G -d a=1 'http://HOST/a?z=1'",
    "curl --url-query 'x=a b' --url-query '+r=%20z' http://HOST/a",
    "curl -F 'name=\"Ada\"' http://HOST/a",
    "curl -F 'a=x;y' -F 'b=\"q;\\\"z\"' -F 'c=t;type=text/plain;charset=utf-8' http://HOST/a",
    "curl -F 'd=@body.json' -F 'e=@note.txt;filename=\"n.txt\"' -F 'f=@note.txt;type=text/csv' http://HOST/a",
    "curl -F 't=<note.txt' --form-string 'at=@x;type=y' http://HOST/a",
    "curl -T note.txt http://HOST/dir/up.txt",
    "curl -r 0-99 http://HOST/a",
    "curl -u ada:pw http://HOST/a",
    "curl -u key: http://HOST/a",
    "curl http://ada:p%40w@HOST/a",
    "curl --oauth2-bearer tok-1 http://HOST/a",
    "curl -b 'a=1; b=2' -b c=3 http://HOST/a",
    "curl -A agent/1 -e 'http://ref.test/x;auto' http://HOST/a",
    "curl -H 'X-A: 1' -H 'X-Empty;' -H 'X-B:2' http://HOST/a",
    "curl -d x=1 -H 'Content-Type:' http://HOST/a",
    "curl -d 'x=1' -H 'Content-Type: text/plain' http://HOST/a",
    "curl -I http://HOST/a",
    "curl -X PURGE http://HOST/a",
    "curl 'http://HOST/a?x=a%20b&y=1+2&w=50%25&flag'",
    "curl 'http://HOST/a/%2F/b:c/:d'",
    "curl http://HOST/x/../y",
    "curl --request DELETE --head http://HOST/a",
    "curl -sSLkX PUT -d x=1 --compressed --max-time 5 http://HOST/a",
    "curl --dat a=1 http://HOST/a",
    "curl http://HOST/a -d @- <<EOF\n{\"n\": 1}\nEOF",
    "echo 'a=1' | curl -d @- http://HOST/a",
    "curl --data-raw @x http://HOST/a",
  ]

  private static let pieces = [
    "-X DELETE", "-X PATCH", "-H 'X-A: 1'", "-H 'X-Two:  b c '", "-H 'X-Empty;'", "-H 'Content-Type: text/plain'",
    "-H 'Content-Type: application/json'", "-H 'Accept: text/csv'", "-d a=1", "-d 'b=two words'", "-d 'c=%20+x'",
    "-d '{\"a\":[1,2]}'",
    "--data-raw '@x=1'", "--data-binary 'x=1'", "--data-urlencode 'q=a b&c'", "--data-urlencode 'ü=ä'",
    "--data-urlencode '=a/b'",
    "--json '{\"a\":1}'", "-G", "-u ada:pw", "-u key:", "-A agent/1", "-e http://ref.test/", "-b 'a=1; b=2'", "-r 0-99",
    "-I",
    "-F 'a=1'", "-F 'f=@note.txt'", "-F 'g=\"q;x\";type=text/csv'", "-F 'j=@body.json;filename=x.json'",
    "--form-string 'h=@x'",
    "--url-query 'z=1 2'", "--url-query '+y=%20'", "--oauth2-bearer tok-1", "--compressed", "-L", "-s", "-k",
    "--http1.1",
    "--max-redirs 2", "-m 9", "--retry 1", "--connect-timeout 3", "--no-progress-meter", "-d @body.json",
  ]

  /// Of one to four options, the same in every run.
  private static var generated: [String] {
    var random = SeededGenerator(seed: 41)
    return (0..<300).map { number -> ([String], String) in
      let count = 1 + Int(random.next() % 4)
      let options = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
      return (options, "curl \(options.joined(separator: " ")) 'http://HOST/g/\(number)?k=v'")
    }.filter { options, _ in !clashes(options) }.map(\.1)
  }

  /// A form with a content type of its own, and two kinds of authentication, are what nobody means.
  private static func clashes(_ options: [String]) -> Bool {
    let has = { (word: String) in options.contains { $0.contains(word) } }
    return has("-F") && has("Content-Type") || has("form-string") && has("Content-Type") || has("-u ") && has("oauth2")
  }

  @Test("each of the manual's ways, and of two hundred generated commands, byte for byte")
  func sameAsCurl() async throws {
    let judge = try ImportJudge()
    try judge.write("{\"b\": 1}", to: "body.json")
    try judge.write("one line of text", to: "note.txt")
    let curl = try Executables.installed("curl", package: "curl")
    var (commands, expected) = ([String](), [String]())
    for command in Self.commands + Self.generated {
      let before = judge.server.requests.count
      let script = command.replacing("HOST", with: judge.host).replacing(
        "curl ", with: "\(curl) -s ", maxReplacements: 1)
      let ran = try await FinishedProcess.run(
        "/bin/bash", ["-c", "cd '\(judge.path("source"))'; \(script)"], environment: ["HOME": judge.path("home")],
        limit: .seconds(20))
      // A command that curl itself refuses says nothing.
      let now = judge.server.requests.count
      guard now == before + 1, ran.status == 0 else { continue }
      commands.append(command)
      expected.append(ImportJudge.meaning(of: judge.server.requests[now - 1]))
    }
    #expect(commands.count > Self.commands.count + 100)
    let path = try judge.write(commands.joined(separator: "\n\n"), to: "all.sh")
    let result = try await judge.send(path)
    #expect(result.arrived.count == commands.count)
    for (index, arrived) in result.arrived.enumerated() where index < commands.count {
      let isListed = result.notes.contains { $0.hasPrefix("\(arrived.id): ") }
      // Of what somebody writes by hand, all is sent as curl sends it.
      #expect(
        arrived.text == expected[index] || isListed && index >= Self.commands.count, "\(commands[index])")
    }
    #expect(result.mistakes.isEmpty)
  }
}
