internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Makes a request of what a curl command says.
struct CurlRequest {
  let arguments: CurlArguments
  var notes: [String]
  var texts: ImportedTexts

  struct Made {
    let definition: RequestDefinition
    let notes: [String]
    /// Whether its program follows redirects, or says how many.
    var isAboutRedirects = true
  }

  /// The requests of a command: one for each URL of each of its transfers.
  static func all(
    of command: ShellCommand, _ paths: ImportedPaths, _ texts: inout ImportedTexts
  ) throws(CurlCommandError) -> [Made] {
    var made: [Made] = []
    let paths = command.folder.map(paths.changed) ?? paths
    let settled = CurlMarks(texts.templates.assigned).settled(command)
    for (index, words) in CurlArguments.transfers(settled.words[...]).enumerated() {
      var arguments = CurlArguments(paths: paths, input: command.input ?? command.inputFile.flatMap(paths.text))
      if index == 0 { arguments.notes = settled.notes }
      try arguments.read(words)
      arguments.leaveOutLooseURLs(command.loose)
      let glob = URLGlob(arguments)
      for (index, (url, upload)) in glob.transfers.enumerated() {
        arguments.upload = upload
        if glob.isCut, index == glob.transfers.count - 1 {
          arguments.notes.append("Only the first \(glob.transfers.count) of its URLs were taken.")
        }
        var request = CurlRequest(arguments: arguments, notes: arguments.notes, texts: texts)
        let definition = request.build(url)
        texts = request.texts
        made.append(
          Made(
            definition: definition, notes: request.notes.map(ShellMark.readable),
            isAboutRedirects: arguments.followsRedirects || arguments.redirects == 0))
      }
    }
    return made
  }

  private mutating func build(_ given: String) -> RequestDefinition {
    var (address, userInfo) = Self.splitUserInfo(withUploadedName(Self.whole(given)))
    if !arguments.keepsDots { address = DotSegments.removed(from: address) }
    let host = texts.server ?? Self.host(of: address)
    texts.host = ShellMark.readable(host)
    var request = RequestDefinition()
    request.headers = headerRows()
    request.auth = auth(userInfo, host, beside: request.headers).map { Located($0) }
    if !sendsDataAsQuery || arguments.upload != nil { request.body = body(&request.headers) }
    addJSONHeaders(&request.headers)
    setURL(address, of: &request)
    request.method = method(hasBody: hasData).map { Located($0) }
    request.options = options()
    request.retry = retry.map { Located($0) }
    return request
  }

  /// A header that says it, or takes it away, wins.
  private mutating func auth(_ userInfo: String?, _ host: String, beside headers: [Row]) -> AuthDefinition? {
    let isSaid = headers.contains { $0.name.lowercased() == "authorization" }
    if isSaid, case .basic = arguments.userScheme { return nil }
    return CurlAuth(arguments, userInfo: userInfo, host: host).definition(&texts)
  }

  private mutating func options() -> OptionsDefinition {
    var options = arguments.options
    options.timeout = arguments.seconds.flatMap { .seconds($0) }
    options.redirects = arguments.redirects.map { Located($0) }
    options.certificate = certificate()
    options.proxy = arguments.proxy.map { Located(proxy($0)) }
    return options
  }

  /// A path, or a template for one.
  mutating func located(_ path: String) -> Located<String> {
    ShellMark.isIn(path) ? Located(texts.templates.text(path)) : arguments.paths.located(path)
  }

  private mutating func certificate() -> CertificateDefinition? {
    guard let file = arguments.certificate else { return nil }
    let passphrase = arguments.passphrase.map { Located(texts.secret($0, as: "passphrase of the certificate")) }
    return CertificateDefinition(
      file: located(file), key: arguments.certificateKey.map { located($0) },
      passphrase: passphrase)
  }

  /// The address of a proxy. Its password is replaced by a template.
  private mutating func proxy(_ text: String) -> String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let at = text[start...].lastIndex(of: "@")
    guard text != OptionsDefinition.noProxy, let user = arguments.proxyUser ?? at.map({ String(text[start..<$0]) })
    else {
      return texts.templates.text(text)
    }
    let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let password = texts.secret(parts.count > 1 ? parts[1] : nil, as: "password of the proxy")
    let host = at.map { text[text.index(after: $0)...] } ?? text[start...]
    return "\(text[..<start])\(texts.templates.text(parts[0])):\(password)@\(texts.templates.text(String(host)))"
  }

  private var retry: RetryDefinition? {
    arguments.retries.map {
      RetryDefinition(retries: Located($0), delay: arguments.retryDelay.flatMap { .seconds($0) })
    }
  }

  /// `--get` is about data, not about forms.
  private var sendsDataAsQuery: Bool { arguments.sendsDataAsQuery && arguments.fields.isEmpty }

  private var hasData: Bool {
    !sendsDataAsQuery && (!arguments.data.isEmpty || !arguments.fields.isEmpty)
  }

  private mutating func method(hasBody: Bool) -> String? {
    if let method = arguments.method, !method.isEmpty {
      if method != method.uppercased() {
        notes.append("The method \(Printable.quoted(method)) is sent in capitals.")
      }
      return method.uppercased()
    }
    if arguments.isHead { return "HEAD" }
    if arguments.upload != nil { return "PUT" }
    return hasBody ? "POST" : nil
  }
}

// Headers.
extension CurlRequest {
  private mutating func headerRows() -> [Row] {
    var rows = arguments.headers.flatMap { headerLines($0) }.compactMap { headerRow($0) }
    if let agent = arguments.agent { add("User-Agent", texts.templates.text(agent), isOn: !agent.isEmpty, to: &rows) }
    if let referer = arguments.referer {
      let text = referer.hasSuffix(";auto") ? String(referer.dropLast(5)) : referer
      if !text.isEmpty { add("Referer", texts.url(text), to: &rows) }
    }
    if let range = arguments.range { addRange(range, to: &rows) }
    if let cookie = cookie() { add("Cookie", cookie, to: &rows) }
    return rows
  }

  /// Of data, a range would be the part that is sent.
  private mutating func addRange(_ range: String, to rows: inout [Row]) {
    if hasData || arguments.upload != nil {
      notes.append("--range was left out: it asks for a part of the response, and curl does not ask so with data.")
    } else {
      add("Range", "bytes=" + texts.templates.text(range), to: &rows)
    }
  }

  /// Without a `=` curl reads cookies from a file of that name.
  private mutating func cookie() -> String? {
    let cookies = arguments.cookies.filter { $0.contains("=") }
    for file in arguments.cookies where !file.contains("=") && !file.isEmpty {
      notes.append("The cookies in the file \(Printable.quoted(file)) were left out.")
    }
    guard !cookies.isEmpty else { return nil }
    return texts.header("Cookie", cookies.joined(separator: ";"))
  }

  /// `@file` stands for the lines of a file.
  private mutating func headerLines(_ line: String) -> [String] {
    guard line.hasPrefix("@") else { return [line] }
    let name = String(line.dropFirst())
    guard let text = name == "-" ? arguments.input : arguments.paths.text(of: name) else {
      notes.append("The headers in the file \(Printable.quoted(name)) were left out: it cannot be read.")
      return []
    }
    return text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.trimmed.isEmpty }
  }

  /// `Name: value`, or `Name;` for an empty value. `Name:` alone takes one of curl's own headers away.
  private mutating func headerRow(_ line: String) -> Row? {
    if line.hasSuffix(";"), !line.contains(":") { return checked(String(line.dropLast()), "") }
    guard let colon = line.firstIndex(of: ":") else {
      notes.append("The header \(Printable.quoted(CredentialRedactor.name(of: line))) was left out: it has no colon.")
      return nil
    }
    let value = String(line[line.index(after: colon)...]).trimmed
    let name = String(line[..<colon]).trimmed
    guard !value.isEmpty else { return checked(name, "").map { Row($0.name, "", isOn: false) } }
    return checked(name, value)
  }

  private mutating func checked(_ name: String, _ value: String) -> Row? {
    guard name.isToken, !value.contains(where: \.isNewline) else {
      notes.append("The header \(Printable.quoted(name)) was left out: it cannot be one.")
      return nil
    }
    return Row(name, texts.header(name, value))
  }

  private func add(_ name: String, _ value: String, isOn: Bool = true, to rows: inout [Row]) {
    guard !rows.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
    rows.append(Row(name, value, isOn: isOn))
  }

  private func addJSONHeaders(_ rows: inout [Row]) {
    guard arguments.isJSON else { return }
    add("Accept", "application/json", to: &rows)
    if sendsDataAsQuery { add("Content-Type", "application/json", to: &rows) }
  }
}

// The URL.
extension CurlRequest {
  private mutating func setURL(_ address: String, of request: inout RequestDefinition) {
    var whole = address
    let query = addedQuery()
    if !query.isEmpty {
      let end = whole.firstIndex(of: "#") ?? whole.endIndex
      let mark = whole[..<end].contains("?") ? "&" : "?"
      whole = whole[..<end] + mark + query + whole[end...]
    }
    // Empty data leave their mark behind another query.
    if query.isEmpty, sendsDataAsQuery, !arguments.data.isEmpty, whole.contains("?"), !whole.contains("#"),
      !whole.hasSuffix("?"), !whole.hasSuffix("&")
    {
      whole += "&"
    }
    noteEncoded(whole)
    guard !query.isEmpty, !address.contains("?"), !address.contains("#") else {
      return request.url = Located(texts.url(whole))
    }
    request.url = Located(texts.url(address))
    ImportedQuery.set(QueryPair.all(of: query), of: &request, &texts)
  }

  /// Beside data that go into the query, `--url-query` counts for nothing.
  private mutating func addedQuery() -> String {
    if sendsDataAsQuery, !arguments.data.isEmpty { return joinedData() }
    return arguments.urlQuery.compactMap { $0.hasPrefix("+") ? String($0.dropFirst()) : encoded($0) }
      .joined(separator: "&")
  }

  /// curl sends them as they are.
  private mutating func noteEncoded(_ url: String) {
    let marks = WrittenText.encodedCharacters(in: url, texts.templates)
    if let note = WrittenText.note(ofEncoded: marks) { notes.append(note) }
  }

  /// curl needs no scheme; what it names is never a path on one of the workspace's servers.
  private static func whole(_ url: String) -> String {
    if url.hasPrefix(ShellMark.open) || url.hasPrefix("{{") { return url }
    return url.isWholeURL ? url : TypedAddress(url)?.url ?? "https://\(url)"
  }

  /// A file that is uploaded to a folder, or to a server without a path, keeps its name.
  private func withUploadedName(_ url: String) -> String {
    guard let upload = arguments.upload, upload != "-", upload != "." else { return url }
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let end = url[start...].firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let hasPath = url[start..<end].contains("/")
    guard !hasPath || url[..<end].hasSuffix("/") else { return url }
    let name = upload.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? upload
    return url[..<end] + (hasPath ? "" : "/") + Self.percentEncoded(name) + url[end...]
  }

  /// With its port.
  private static func host(of url: String) -> String {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    return String(url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
  }

  /// `user:password@` in front of the host is a credential, and goes.
  private static func splitUserInfo(_ url: String) -> (url: String, userInfo: String?) {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    let authority = url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = authority.lastIndex(of: "@") else { return (url, nil) }
    let userInfo = PercentText.decoded(String(authority[..<at]), plusIsBlank: false)
    return (String(url[..<start] + url[url.index(after: at)...]), userInfo)
  }
}

extension CurlArguments {
  /// A variable that may be no word or several, such as `$OPTIONS`, is hardly a URL where another one stands.
  fileprivate mutating func leaveOutLooseURLs(_ loose: Set<String>) {
    guard urls.contains(where: { !loose.contains($0) }) else { return }
    for url in urls where loose.contains(url) {
      notes.append("\(Printable.text(ShellMark.readable(url))) was left out: its value is not known.")
    }
    urls.removeAll { loose.contains($0) }
  }
}
