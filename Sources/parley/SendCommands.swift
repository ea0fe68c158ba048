import ArgumentParser
import Commands
import ParleyEngine
import ParleyFormats
import ParleyWorkspace

struct Send: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Send a request, or a URL. Prints the body to standard output, everything else to standard error.",
    discussion: """
      A request is named by its path under requests/. A URL is sent as it stands, with options as curl spells them and items as HTTPie \
      does behind it: name=text and name:=json for a JSON body, or the JSON itself, name==value for the query, Name:value for a header, name@file for a form \
      with files. A whole curl command in quotes, or - for one on standard input, is sent as curl would send it: without -L it follows no redirect. Defaults, environments \
      and the history are those of the workspace around; outside of one there is a workspace for that. -c, -e, -n and -w mean here what \
      they mean in Parley, and curl's meaning only in a curl command.

      A request whose URL is ws:// or wss:// opens a WebSocket: each line of standard input is sent as a message, with its templates \
      filled in, and messages are printed as they come. It is closed at the end of standard input, or as --messages and --for say. With \
      --json every message is a line of JSON, what is sent too.

      Examples:
        parley send https://api.example.com/items
        parley send POST localhost:8080/items name=tea price:=3 X-Trace:1
        parley send https://api.example.com/me --bearer ''     # asks for the token
        parley send https://api.example.com/items -X PUT -H 'A: b' -d @items.json
        parley send "curl https://api.example.com -u ada"
        parley send user/login --set password=secret --json
        parley send item/page --filter '.result[0].name' --raw-output
        parley send item/page -n 100 -c 8     # a histogram of the response times
        parley send user/profile --curl       # as a curl command
        parley send cart/pay --shared before-payment
      """)

  @Argument(
    help: ArgumentHelp(
      "The request's path under requests/, such as user/login; or [METHOD] URL [ITEM …], or a curl command.",
      valueName: "request"), completion: .names(.requests))
  var words: [String]

  @OptionGroup var typed: TypedRequestOptions

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions

  @Flag(help: "Use the workspace's mocks instead of servers.")
  var mock = false

  @OptionGroup var cacheMode: CacheModeOptions

  @Flag(help: "Print one JSON object: request, status, headers, body, timings, events.")
  var json = false

  @Flag(help: "Print the request as a curl command with secrets masked. Sends nothing.")
  var curl = false

  @Option(name: [.short, .long], help: "Print what this jq filter gives for the body in place of the body.")
  var filter: String?

  @Flag(name: [.short, .long], help: "With --filter: print strings as they are, without quotes.")
  var rawOutput = false

  @Flag(help: "With --curl, --json, -i or -v: reveal secrets.")
  var showSecrets = false

  @Flag(help: "Print the cached response and send nothing. Exits 0 without output when nothing is cached.")
  var cached = false

  @OptionGroup var snapshot: SnapshotOptions

  @Option(
    name: .short,
    help: ArgumentHelp(
      "Send it so many times. Prints statuses, percentiles and a histogram of the response times in place of the body.",
      valueName: "TIMES"))
  var n: Int?

  @Option(name: .short, help: ArgumentHelp("With -n: how many are in flight at once.", valueName: "COUNT"))
  var c = 1

  @Option(help: ArgumentHelp("For a WebSocket: close it after this many messages have come.", valueName: "N"))
  var messages: Int?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("For a WebSocket: close it after this time, such as 10s.", valueName: "TIME"))
  var duration: String?

  func validate() throws {
    if words.isEmpty { throw ValidationError("A request or a URL is missing.") }
    try typed.validateAuthentication()
    if let messages, messages < 1 { throw ValidationError("--messages needs a number from 1 on.") }
    if let duration, WebSocketWish.duration(of: duration) == nil {
      throw ValidationError("--for needs a time with a unit, such as 500ms, 10s or 2m.")
    }
    guard filter == nil || !json && !curl else {
      throw ValidationError("--filter cannot be used with --json or --curl.")
    }
    try validateRepetition()
    guard snapshot.wish == nil || !curl && !cached else {
      throw ValidationError("--shared cannot be used with --curl or --cached: nothing is sent.")
    }
    guard filter != nil || !rawOutput else { throw ValidationError("--raw-output needs --filter.") }
  }

  private func validateRepetition() throws {
    guard let n else {
      guard c == 1 else { throw ValidationError("-c needs -n: how many times to send.") }
      return
    }
    let (most, mostAtOnce) = (RepeatedSend.mostSends, RepeatedSend.mostAtOnce)
    guard (1...most).contains(n) else { throw ValidationError("-n takes a number from 1 to \(most).") }
    guard (1...mostAtOnce).contains(c) else { throw ValidationError("-c takes a number from 1 to \(mostAtOnce).") }
    guard filter == nil, !curl, !cached, !showSecrets else {
      throw ValidationError("-n cannot be used with --filter, --curl, --cached or --show-secrets.")
    }
  }

  func run() throws {
    var arguments = try workspace.arguments(
      environment: values.environment, given: values.given(), needsEnvironment: true)
    arguments.isMocking = mock
    arguments.cacheMode = cacheMode.mode
    let wish: SendCommand.CurlWish = curl ? showSecrets ? .withSecrets : .masked : .no
    var command = SendCommand(
      words[0], arguments, printsJSON: json, curl: wish, asksOnlyCache: cached, reveals: showSecrets,
      filter: filter.map { SendCommand.Filter($0, FilterOutput(writesRawStrings: rawOutput)) },
      repetition: n.map { SendCommand.Repetition(count: $0, atOnce: c) },
      webSocket: WebSocketWish(messages: messages, duration: duration.flatMap(WebSocketWish.duration)))
    command.snapshot = snapshot.wish
    command.typed = typed.send(words)
    let sending = command
    let interruption = Interruption()
    try carryOut { console in
      interruption.status(await sending.run(on: console) { interruption.does($0) })
    }
  }
}

/// The options of a typed request, as curl spells them.
struct TypedRequestOptions: ParsableArguments {
  @Option(
    name: [.customShort("X"), .customLong("request")], help: ArgumentHelp("For a URL: the method.", valueName: "METHOD")
  )
  var method: String?

  @Option(
    name: [.customShort("H"), .customLong("header")],
    help: ArgumentHelp(
      "For a URL: a header, such as 'Accept: text/csv'; 'Name:' leaves one out. Repeatable.", valueName: "HEADER"))
  var headers: [String] = []

  @Option(
    name: [.customShort("d"), .customLong("data")],
    help: ArgumentHelp(
      "For a URL: the body, or @FILE, or @- for standard input. JSON is sent as JSON, other text as a form. Repeatable.",
      valueName: "DATA"))
  var data: [String] = []

  @Option(help: ArgumentHelp("For a URL: the body as it stands, also behind an @.", valueName: "DATA"))
  var dataRaw: [String] = []

  @Option(help: ArgumentHelp("For a URL: the body with all its line breaks, or @FILE.", valueName: "DATA"))
  var dataBinary: [String] = []

  @Option(help: ArgumentHelp("For a URL: a field of a form, which is encoded. Repeatable.", valueName: "NAME=TEXT"))
  var dataUrlencode: [String] = []

  @Option(help: ArgumentHelp("For a URL: a JSON body, or @FILE.", valueName: "JSON"))
  var jsonBody: String?

  @Option(
    name: [.customShort("F"), .customLong("form")],
    help: ArgumentHelp("For a URL: a part of a multipart body, NAME=TEXT or NAME=@FILE. Repeatable.", valueName: "PART")
  )
  var parts: [String] = []

  @Option(
    name: [.customShort("u"), .customLong("user")],
    help: ArgumentHelp("For a URL: basic authentication.", valueName: "USER:PASSWORD"))
  var user: String?

  @Flag(help: "For a URL: with --user, digest authentication.")
  var digest = false

  @Option(
    name: [.customLong("bearer"), .customLong("oauth2-bearer")],
    help: ArgumentHelp(
      "For a URL: a bearer token; '' asks for it, so that it does not stand in the list of processes.",
      valueName: "TOKEN"))
  var bearer: String?

  @Option(name: [.customShort("a"), .customLong("auth")], help: .hidden)
  var auth: String?

  @Option(help: .hidden)
  var authType: String?

  @Option(
    name: [.customShort("b"), .customLong("cookie")],
    help: ArgumentHelp("For a URL: cookies, NAME=VALUE; …", valueName: "COOKIES"))
  var cookie: String?

  @Option(
    name: [.customShort("A"), .customLong("user-agent")],
    help: ArgumentHelp("For a URL: the User-Agent.", valueName: "NAME"))
  var agent: String?

  /// The kinds of authentication that HTTPie names, with `-a` for the token or `NAME:PASSWORD`.
  private enum Scheme: String {
    case basic, digest, bearer
  }

  /// Beside `-a` the letter of the User-Agent names the kind, as in HTTPie.
  private var scheme: Scheme? {
    (authType ?? (auth == nil ? nil : agent)).flatMap { Scheme(rawValue: $0.lowercased()) }
  }

  func validateAuthentication() throws {
    if authType != nil, scheme == nil || auth == nil {
      throw ValidationError("--auth-type takes basic, digest or bearer, with --auth NAME:PASSWORD or --auth TOKEN.")
    }
    let kind = agent?.prefix { $0.isLetter }.lowercased()
    guard let kind, scheme == nil, ["bearer", "basic", "digest", "ntlm"].contains(kind) else { return }
    throw ValidationError(
      "-A is the User-Agent, as in curl. --bearer TOKEN sends a token; -u NAME:PASSWORD is basic authentication.")
  }

  @Option(
    name: [.customShort("T"), .customLong("upload-file")],
    help: ArgumentHelp("For a URL: a file to send with PUT.", valueName: "FILE"),
    completion: .file())
  var upload: String?

  @Flag(name: [.customShort("G"), .customLong("get")], help: "For a URL: send the data as its query.")
  var sendsDataAsQuery = false

  @Flag(name: .customShort("I"), help: "For a URL: send HEAD.")
  var isHead = false

  @Option(
    name: [.customShort("m"), .customLong("max-time")],
    help: ArgumentHelp("For a URL: the time limit, in seconds or with a unit, such as 500ms.", valueName: "TIME"),
    transform: Self.seconds)
  var seconds: Double?

  @Sendable private static func seconds(in text: String) throws -> Double {
    guard let seconds = Double(text) ?? WebSocketWish.duration(of: text).map({ $0 / .seconds(1) }) else {
      throw ValidationError("-m needs a time, such as 2 or 2s, 500ms or 5m.")
    }
    return seconds
  }

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write the body, or with --filter what the filter gives, to this file instead of standard output. A body for a file is asked for uncompressed, so that it can be resumed.",
      valueName: "FILE"),
    completion: .file())
  var output: String?

  @Flag(name: [.customShort("i"), .customLong("include")], help: "Print the head of the response before its body.")
  var includesHead = false

  @Flag(
    name: [.customShort("v"), .customLong("verbose")],
    help: "Print the environment, and what is sent and received, to standard error.")
  var isVerbose = false

  @Flag(name: [.customShort("k"), .customLong("insecure")], help: "For a URL: accept any certificate.")
  var isInsecure = false

  @Option(
    name: [.customShort("x"), .customLong("proxy")],
    help: ArgumentHelp("For a URL: the proxy, or none.", valueName: "URL"))
  var proxy: String?

  @Option(
    name: .customLong("max-redirs"),
    help: ArgumentHelp("For a URL: follow at most so many redirects; 0 follows none. (default: 10)", valueName: "N"))
  var redirects: Int?

  @Flag(
    name: [.customShort("L"), .customLong("location")],
    help: "For a URL: curl's option to follow redirects. They are followed without it, too.")
  var follows = false

  @Flag(name: [.customShort("s"), .customLong("silent")], help: .hidden)
  var isSilent = false

  @Flag(name: [.customShort("S"), .customLong("show-error")], help: .hidden)
  var showsErrors = false

  @Flag(help: .hidden)
  var compressed = false

  func send(_ words: [String]) -> TypedSend {
    var send = TypedSend(RequestLine(words, options: curlOptions, json: jsonBody))
    (send.output, send.includesHead, send.isVerbose) = (output, includesHead, isVerbose)
    (send.isInsecure, send.proxy) = (isInsecure, proxy)
    return send
  }

  private var isAgentScheme: Bool { authType == nil && scheme != nil }

  /// Those that say what is sent, as a curl command has them.
  private var curlOptions: [String] {
    let values: [(String, [String])] = [
      ("-X", [method].compactMap(\.self)), ("-H", headers), ("-d", data), ("--data-raw", dataRaw),
      ("--data-binary", dataBinary),
      ("--data-urlencode", dataUrlencode), ("-F", parts),
      ("-u", [user ?? (scheme == .bearer ? nil : auth)].compactMap(\.self)),
      ("--oauth2-bearer", [bearer ?? (scheme == .bearer ? auth : nil)].compactMap(\.self)),
      ("-b", [cookie].compactMap(\.self)),
      ("-A", [isAgentScheme ? nil : agent].compactMap(\.self)), ("-T", [upload].compactMap(\.self)),
      ("-m", [seconds.map { "\($0)" }].compactMap(\.self)),
      ("--max-redirs", [redirects.map { "\($0)" }].compactMap(\.self)),
    ]
    let flags = [(digest || scheme == .digest, "--digest"), (sendsDataAsQuery, "-G"), (isHead, "-I")].filter(\.0).map(
      \.1)
    return values.flatMap { name, values in values.flatMap { [name, $0] } } + flags
  }
}
