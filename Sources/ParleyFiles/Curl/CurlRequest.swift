import ParleyEngine
import ParleyText

/// Makes a request of what a curl command says.
struct CurlRequest {
  private let arguments: CurlArguments
  private var notes: [String]
  private var credentials = CredentialRedactor(host: "")

  init(_ arguments: CurlArguments) {
    self.arguments = arguments
    notes = arguments.notes
  }

  func command() throws(CurlCommandError) -> CurlCommand {
    var copy = self
    let request = try copy.build()
    return CurlCommand(request: request, notes: copy.notes, secrets: copy.credentials.found)
  }

  private mutating func build() throws(CurlCommandError) -> RequestDefinition {
    guard let given = arguments.urls.first else { throw .noURL }
    if arguments.urls.count > 1 { notes.append("Only the first of \(arguments.urls.count) URLs was taken.") }
    let (address, userInfo) = Self.splitUserInfo(Self.whole(given))
    credentials = CredentialRedactor(host: Self.host(of: address))
    var request = RequestDefinition()
    request.headers = headerRows()
    request.auth = CurlAuth(arguments, userInfo: userInfo).definition(hiding: &credentials).map { Located($0) }
    if arguments.sendsDataAsQuery {
      request.query = arguments.data.flatMap { queryRows(of: $0) }
    } else {
      request.body = body(for: request.headers)
    }
    addJSONHeaders(&request.headers)
    request.url = Located(credentials.screenQuery(of: address))
    request.method = method(hasBody: request.body != nil).map { Located($0) }
    request.options = options()
    request.retry = retry.map { Located($0) }
    return request
  }

  private mutating func options() -> OptionsDefinition {
    var options = arguments.options
    options.timeout = arguments.seconds.flatMap { .seconds($0) }
    options.redirects = arguments.redirects.map { Located($0) }
    options.certificate = certificate()
    options.proxy = arguments.proxy.map { Located(proxy($0)) }
    return options
  }

  private mutating func certificate() -> CertificateDefinition? {
    guard let file = arguments.certificate else { return nil }
    let passphrase = arguments.passphrase.map { Located(credentials.hide($0, as: "passphrase of the certificate")) }
    return CertificateDefinition(
      file: arguments.paths.located(file), key: arguments.certificateKey.map(arguments.paths.located),
      passphrase: passphrase)
  }

  /// The address of a proxy. Its password is replaced by a template.
  private mutating func proxy(_ text: String) -> String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard let at = text[start...].lastIndex(of: "@") else { return TemplateEscape.escaped(text) }
    let parts = text[start..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let password = credentials.hide(parts.count > 1 ? parts[1] : nil, as: "password of the proxy")
    return "\(text[..<start])\(TemplateEscape.escaped(parts[0])):\(password)\(text[at...])"
  }

  private var retry: RetryDefinition? {
    arguments.retries.map {
      RetryDefinition(attempts: Located($0), delay: arguments.retryDelay.flatMap { .seconds($0) })
    }
  }

  private func method(hasBody: Bool) -> String? {
    if let method = arguments.method, !method.isEmpty { return method.uppercased() }
    if arguments.isHead { return "HEAD" }
    if arguments.upload != nil { return "PUT" }
    return hasBody ? "POST" : nil
  }
}

// Headers.
extension CurlRequest {
  private mutating func headerRows() -> [Row] {
    var rows = arguments.headers.compactMap { headerRow($0) }
    add("User-Agent", arguments.agent.map(TemplateEscape.escaped), to: &rows)
    add("Referer", arguments.referer.map(TemplateEscape.escaped), to: &rows)
    add("Cookie", cookie(), to: &rows)
    return rows
  }

  /// Without a `=` curl reads cookies from a file of that name.
  private mutating func cookie() -> String? {
    guard let cookie = arguments.cookie, cookie.contains("=") else { return nil }
    return credentials.hide(cookie, as: "Cookie")
  }

  /// `Name: value`, or `Name;` for an empty value. `Name:` alone would take one of curl's own headers away.
  private mutating func headerRow(_ line: String) -> Row? {
    if line.hasSuffix(";"), !line.contains(":") { return checked(String(line.dropLast()), "") }
    guard let colon = line.firstIndex(of: ":") else {
      notes.append("The header \(Printable.quoted(CredentialRedactor.name(of: line))) was left out: it has no colon.")
      return nil
    }
    let value = line[line.index(after: colon)...].drop(while: \.isWhitespace)
    return value.isEmpty ? nil : checked(String(line[..<colon]), String(value))
  }

  private mutating func checked(_ name: String, _ value: String) -> Row? {
    guard name.isToken, !value.contains(where: \.isNewline) else {
      notes.append("The header \(Printable.quoted(name)) was left out: it cannot be one.")
      return nil
    }
    // Parley asks for what it can unpack, and unpacks it.
    if name.lowercased() == "accept-encoding" { return nil }
    return Row(name, credentials.screenHeader(name, value))
  }

  private func add(_ name: String, _ value: String?, to rows: inout [Row]) {
    guard let value, !rows.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return }
    rows.append(Row(name, value))
  }

  private func addJSONHeaders(_ rows: inout [Row]) {
    let isJSON = arguments.data.contains { if case .json = $0 { true } else { false } }
    if isJSON { add("Accept", "application/json", to: &rows) }
  }
}

// Data.
extension CurlRequest {
  private mutating func body(for headers: [Row]) -> BodyDefinition? {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased()
    if let path = arguments.upload { return .file(FileDefinition(path: arguments.paths.located(path))) }
    if !arguments.fields.isEmpty { return multipart() }
    if let file = onlyFile(type: type) { return .file(file) }
    let texts = arguments.data.compactMap { text(of: $0) }
    guard !texts.isEmpty else { return nil }
    let joined = texts.joined(separator: isJSONData ? "" : "&")
    if isJSONData || type?.contains("json") == true || (type == nil && Self.looksLikeJSON(joined)) {
      return .json(Located(credentials.screenJSON(joined)))
    }
    if let type, !type.hasPrefix("application/x-www-form-urlencoded") {
      return .text(Located(TemplateEscape.escaped(joined)))
    }
    return .form(formRows(joined))
  }

  /// The file that is all of the data. Unless a header sets a type, it has that of a form, as in curl, whatever its
  /// contents.
  private func onlyFile(type: String?) -> FileDefinition? {
    guard arguments.data.count == 1, case .file(let path) = arguments.data[0], path != "-" else { return nil }
    return FileDefinition(
      path: arguments.paths.located(path),
      type: type == nil ? "application/x-www-form-urlencoded" : nil)
  }

  private mutating func multipart() -> BodyDefinition {
    .multipart(
      arguments.fields.compactMap { field in
        guard let part = CurlFormField(field).part(screening: &credentials, arguments.paths) else {
          notes.append("The form field \(Printable.quoted(CurlFormField(field).name)) was left out: it cannot be read.")
          return nil
        }
        return part
      })
  }

  private var isJSONData: Bool {
    arguments.data.contains { if case .json = $0 { true } else { false } }
  }

  private static func looksLikeJSON(_ text: String) -> Bool {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[" else { return false }
    return (try? JSONValue(parsing: text)) != nil
  }

  private mutating func text(of data: CurlArguments.Data) -> String? {
    switch data {
    case .text(let text), .json(let text): return text
    case .encoded(let text): return encoded(text)
    case .file(let name):
      notes.append("The data of the file \(Printable.quoted(name)) were left out.")
      return nil
    }
  }

  /// `content`, `=content` or `name=content`; with `@` in place of the `=` it would be a file.
  private mutating func encoded(_ text: String) -> String? {
    guard let mark = text.firstIndex(where: { $0 == "=" || $0 == "@" }) else { return PercentText.encoded(text) }
    if text[mark] == "@" { return self.text(of: .file(String(text[text.index(after: mark)...]))) }
    let value = PercentText.encoded(String(text[text.index(after: mark)...]))
    return mark == text.startIndex ? value : "\(text[..<mark])=\(value)"
  }

  private mutating func queryRows(of data: CurlArguments.Data) -> [Row] {
    text(of: data).map { formRows($0) } ?? []
  }

  private mutating func formRows(_ text: String) -> [Row] {
    text.split(separator: "&").map { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = PercentText.decoded(String(parts[0]), plusIsBlank: true)
      let value = parts.count > 1 ? PercentText.decoded(String(parts[1]), plusIsBlank: true) : ""
      return Row(name, credentials.screen(name, value))
    }
  }
}

// The URL.
extension CurlRequest {
  /// curl needs no scheme; what it names is never a path on one of the workspace's servers.
  private static func whole(_ url: String) -> String {
    url.isWholeURL ? url : TypedAddress(url)?.url ?? "https://\(url)"
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
