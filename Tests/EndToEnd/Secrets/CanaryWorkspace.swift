import Foundation
import TestSupport

/// A workspace whose requests carry canaries from every source, and a server that repeats whatever it hears, in every way a
/// server may.
struct CanaryWorkspace {
  let parley: ParleyProgram
  let server: RawServer

  init() throws {
    parley = try ParleyProgram()
    server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        if let reply = Self.reply(to: request) { try connection.send(reply) }
        // The response breaks off there; on an open connection the client would wait for its rest.
        if request.target.hasPrefix("/broken") { return }
      }
    }
    for (file, text) in files { try parley.home.write(text, to: "w/\(file)") }
    for program in ["print.sh", "talk.sh"] { chmod(parley.home.path("w/\(program)"), 0o755) }
  }

  var folder: String { parley.home.path("w") }

  var environment: [String: String] {
    parley.environment.merging(["CANARY": Canaries.variable]) { $1 }
  }

  static let given = ["--set", "asked=\(Canaries.asked)", "--set", "password=\(Canaries.password)"]

  private var files: [String: String] {
    let headers =
      "{ X-Asked: '{{base64(asked)}}', X-Variable: '{{base64(variable)}}', X-Printed: '{{base64(printed)}}' }"
    let auth = "{ basic: { user: ada, password: '{{password}}' } }"
    let body = #"{ json: '{"asked": "{{asked}}", "variable": "{{variable}}", "printed": "{{printed}}"}' }"#
    return [
      "parley.yaml": """
      parley: 1
      id: canaries
      servers: { api: '\(server.url)' }
      ciphers: { vault: { passphrase: prompt } }
      shared: { token: { cipher: vault } }
      """,
      "environments/local.yaml": """
      vars:
        asked: { secret: prompt }
        password: { secret: prompt }
        variable: { secret: env CANARY }
        printed: { secret: { command: [./print.sh] } }
        key: { secret: { command: [./print.sh, key] } }
        client: { secret: { command: [./print.sh, client] } }
      """,
      // In pieces, so that the file does not hold what is searched for.
      "print.sh": """
      #!/bin/sh
      case "$1" in
        key) printf '%s%s' 'canary-' "key it's \\"5\\"/+&#é" ;;
        client) printf '%s%s' 'canary-' "client it's \\"6\\"/+&#" ;;
        *) printf '%s%s' 'canary-' "printed it's \\"3\\"/+&#é" ;;
      esac
      """,
      "requests/echo.yaml": "method: POST\nurl: /echo/{{asked}}\nheaders: \(headers)\nauth: \(auth)\nbody: \(body)\n",
      "requests/key.yaml": "url: /echo\nauth: { apiKey: { name: key, value: '{{key}}', in: query } }\n",
      "requests/token.yaml": """
      url: /echo
      auth: { oauth2: { tokenUrl: /token, clientId: shop, clientSecret: '{{client}}' } }
      """,
      "requests/login.yaml": "url: /login\nauth: \(auth)\ncapture: { token: .token, order: .token }\n",
      "requests/shared.yaml": "url: /echo\nheaders: { X-Token: '{{base64(shared.token)}}' }\n",
      "requests/redirect.yaml": "url: /redirect\nquery: { next: '{{asked}}' }\n",
      "requests/cookies.yaml": "url: /cookies\n", "requests/again.yaml": "url: /echo\n",
      "requests/missed.yaml": """
      url: /echo?q={{asked}}
      headers: \(headers)
      expect: { status: 418, headers: { X-Echo: 'not {{asked}}' }, jq: ['.target == "other"', 'error(.target)'] }
      """,
      "requests/retried.yaml": """
      url: /broken?q={{asked}}
      headers: \(headers)
      retry: { retries: 1, delay: 1ms }
      """,
      "requests/refused.yaml": "url: http://127.0.0.1:1/{{asked}}?q={{variable}}\n",
      "requests/invalid.yaml": "url: '{{asked}}://host/'\n",
      "requests/cached.yaml": "url: /cached\nheaders: \(headers)\ncache: { ttl: 60s }\n",
      "requests/hit.yaml": "url: /cached\ncache: { ttl: 60s }\nexpect: { jq: ['error(.headers)'] }\n",
      "requests/hanging.yaml": "url: /hang?q={{asked}}\nheaders: \(headers)\n",
      "groups/all.yaml": """
      onFailure: continue
      serial:
        - request: login
        - { local: copy, set: { copied: '{{steps.login.token}}', vault: '{{shared.token}}' } }
        - { local: shape, jq: '{ it: $steps.login.token }' }
        - { local: fails, jq: 'error(.it)' }
        - { local: asserts, assert: ['$steps.login.token == "other"'] }
        - { local: talks, run: [./talk.sh] }
        - request: shared
        - request: missed
        - request: redirect
        - request: cookies
        - request: again
        - { local: last, each: '[$steps.login.token]', set: { element: '{{input}}' } }
      """,
      "talk.sh": "#!/bin/sh\ntee /dev/stderr\necho 'no JSON'\nexit 3\n",
    ]
  }

  /// Nil where it says nothing more.
  private static func reply(to request: RawRequest) -> RawReply? {
    let target = request.target
    let echo = "X-Echo: \(target)"
    switch target.prefix(while: { $0 != "?" }) {
    case "/token": return .text(#"{"access_token":"\#(Canaries.token)","token_type":"bearer","expires_in":3600}"#)
    case "/login": return .text(#"{"token":\#(quoted(Canaries.captured))}"#)
    case "/redirect":
      let again = target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return .text("", status: "302 Found", headers: ["Location: /echo?from=\(again)&plain=\(target)", echo])
    case "/cookies": return .text("{}", headers: ["Set-Cookie: session=\(Canaries.cookie); Path=/; HttpOnly"])
    case "/broken": return .truncated("\(target)", promising: 10_000)
    case "/hang": return nil
    default: return .text(document(of: request), headers: [echo])
    }
  }

  private static func document(of request: RawRequest) -> String {
    let headers = request.headerLines.map(quoted).joined(separator: ",")
    return #"{"target":\#(quoted(request.target)),"headers":[\#(headers)],"body":\#(quoted(request.bodyText))}"#
  }

  private static func quoted(_ text: String) -> String {
    let bytes = (try? JSONEncoder().encode([text])) ?? Data()
    return String(String(decoding: bytes, as: UTF8.self).dropFirst().dropLast())
  }
}
