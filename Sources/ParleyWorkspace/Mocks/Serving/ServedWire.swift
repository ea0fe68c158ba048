internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine
import ParleyText

/// A request to the mock server and its response as they were on the wire, for people: credentials are masked, and bodies are cut.
struct ServedWire {
  let request: ServedRequest
  let response: ServedResponse
  /// The secrets that the workspace knows.
  let known: Secrets

  /// Of every body so many bytes are shown.
  private static let most = 4 * 1024
  private static let hiddenHeaders: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
  ]

  /// As curl shows them: `>` came, `<` was sent.
  var lines: [String] {
    var hidden = known
    hidden.formUnion(CarriedCredentials(request, response.headers, response.body).values)
    let target = hidden.maskingForeign(Printable.text(MaskedTarget.text(of: request.target)))
    let asked = ["\(Printable.text(request.method)) \(target) HTTP/1.1"] + heads(request.headers, hidden)
    return (asked + body(request.body, request.headers, hidden)).map { "> \($0)" } + answer(hidden)
  }

  private func answer(_ hidden: Secrets) -> [String] {
    switch response.ending {
    case .reset: return ["* The connection was cut."]
    case .silence: return ["* Nothing was sent."]
    case .response:
      let reason = response.status.phrase.isEmpty ? "" : " \(response.status.phrase)"
      let head = ["HTTP/1.1 \(response.status.code)\(reason)"] + heads(response.headers, hidden)
      return (head + body(response.body, response.headers, hidden)).map { "< \($0)" }
    }
  }

  /// With credentials masked, by their names and by what they look like.
  private static func maskingCredentials(of text: String) -> String {
    CredentialFinder.masking(maskingMembers(of: text), .body)
  }

  private static func maskingMembers(of text: String) -> String {
    guard let json = try? JSONValue(parsing: Array(text.utf8)) else {
      return text.contains("=") ? String(MaskedTarget.text(of: "?\(text)").dropFirst()) : text
    }
    let masked = masking(json)
    return masked == json ? text : JSONPrinter.compact.string(of: masked)
  }

  private static func masking(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(masking))
    case .object(let members):
      .object(
        JSONObject(
          members.map { name, member in
            let isScalar = member.array == nil && member.object == nil && member != .null
            return (name, isScalar && CredentialName.isCredential(name) ? .string(Secrets.mask) : masking(member))
          }))
    case .null, .bool, .number, .string: value
    }
  }

  private func heads(_ fields: HTTPFields, _ hidden: Secrets) -> [String] {
    fields.map { field in
      let isHidden =
        Self.hiddenHeaders.contains(field.name.canonicalName) || CredentialName.isHeader(field.name.rawName)
      let open = CredentialFinder.masking(field.value, .header(field.name.rawName))
      return "\(field.name.rawName): \(isHidden ? Secrets.mask : Printable.text(hidden.maskingForeign(open)))"
    }
  }

  private func body(_ bytes: [UInt8], _ fields: HTTPFields, _ hidden: Secrets) -> [String] {
    guard !bytes.isEmpty else { return [] }
    // Of parts nobody knows which are credentials.
    let isParts = fields[.contentType]?.lowercased().hasPrefix("multipart/") == true
    guard !isParts, let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      return ["", ByteCount.text(bytes.count)]
    }
    // The whole is masked before it is cut, so that no secret is cut in two.
    let masked = hidden.maskingForeign(Self.maskingCredentials(of: text))
    let shown = masked.utf8.count <= Self.most ? masked : String(decoding: masked.utf8.prefix(Self.most), as: UTF8.self)
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map { Printable.text(String($0)) }
    return [""] + lines + (shown.utf8.count < masked.utf8.count ? ["… of \(ByteCount.text(bytes.count))"] : [])
  }
}
