/// Commands of curl that imports are judged by, beside curl itself. `HOST` in them stands for a server.
public enum CurlCommands {
  /// The files that they refer to, by their names.
  public static let files = [
    "body.json": "{\"b\": 1}", "note.txt": "one line of text", "two.txt": "2", "headers.txt": "X-File: 1\nX-More:2\n",
    "opts.txt": "header = \"X-Opt: \\\"1\\\"\"\nrequest: PUT\n",
  ]

  private static let pieces = [
    "-X DELETE", "-X PATCH", "-H 'X-A: 1'", "-H 'X-Two:  b c '", "-H 'X-Empty;'", "-H 'Content-Type: text/plain'",
    "-H 'Content-Type: application/json'", "-H 'Accept: text/csv'", "-H 'Accept:'", "-H 'User-Agent:'",
    "-H 'Authorization:'", "-H 'Authorization: Token t-1'", "-H @headers.txt", "-d a=1", "-d 'b=two words'",
    "-d 'c=%20+x'", "-d '{\"a\":[1,2]}'", "-d ''", "--data-raw '@x=1'", "--data-binary 'x=1'",
    "--data-binary @note.txt",
    "--data-urlencode 'q=a b&c'", "--data-urlencode 'ü=ä'", "--data-urlencode '=a/b'", "--data-urlencode 'n@note.txt'",
    "--data-urlencode @two.txt", "--json '{\"a\":1}'", "--json @body.json", "-G", "-u ada:pw", "-u key:", "-A agent/1",
    "-A ''", "-e http://ref.test/", "-e 'http://ref.test/;auto'", "-b 'a=1; b=2'", "-b c=3", "-r 0-99", "-C 5", "-I",
    "-F 'a=1'", "-F 'f=@note.txt'", "-F 'g=\"q;x\";type=text/csv'", "-F 'j=@body.json;filename=x.json'",
    "-F 't=<note.txt'", "-F 'u=x;type=text/plain;charset=utf-8'", "--form-string 'h=@x'", "--url-query 'z=1 2'",
    "--url-query '+y=%20'", "--url-query 'n@two.txt'", "--oauth2-bearer tok-1", "--compressed", "-L", "-s", "-k",
    "--http1.1", "-0", "--max-redirs 2", "-m 9", "--retry 1", "--retry-delay 1", "--connect-timeout 3",
    "--no-progress-meter", "-d @body.json", "-T note.txt", "-K opts.txt", "--noproxy '*'", "--path-as-is", "-g",
    "--no-location",
  ]

  private static let urls = [
    "http://HOST/g/NUMBER?k=v", "http://HOST/g/NUMBER", "HOST/g/NUMBER", "http://HOST/g/NUMBER?a=%20b&c=1+2#frag",
    "http://HOST/g/../g/NUMBER/./x", "http://ada:p%40w@HOST/g/NUMBER", "http://HOST/g/:id/NUMBER?x=:y",
  ]

  /// - Parameter random: gives a number below another one.
  public static func generated(_ number: Int, _ random: (Int) -> Int) -> String {
    let url = urls[random(urls.count)].replacing("NUMBER", with: "\(number)")
    while true {
      let options = (0...random(4)).map { _ in pieces[random(pieces.count)] }
      if !clashes(options) { return "curl \(options.joined(separator: " ")) '\(url)'" }
    }
  }

  /// Two kinds of authentication, or two of one, are what nobody means.
  private static func clashes(_ options: [String]) -> Bool {
    let kinds = ["-u ", "oauth2", "-T ", "-A ", "-e ", "-r ", "-C ", "-X ", "Content-Type", "Accept", "Authorization"]
    return kinds.contains { kind in options.count { $0.contains(kind) } > 1 }
      || options.contains { $0.hasPrefix("-u") } && options.contains { $0.contains("oauth2") }
  }
}
