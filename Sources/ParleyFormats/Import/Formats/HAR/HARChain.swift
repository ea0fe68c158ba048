internal import FoundationEssentials
internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
import ParleyModel
import ParleyText

/// The requests of a recording as the steps of a group, linked by the values that responses gave and later requests carried, as it is done
/// with exchanges of the history.
struct HARChain {
  /// A request as sent, its response, and the request definition made from it.
  struct Exchange {
    var id = ""
    @CopyOnWrite var definition: RequestDefinition
    let sent: SentRequest
    let response: [UInt8]
    let responseHeaders: HTTPFields
    let status: Int?
    let secrets: [ImportedSecret]

    init(_ entry: JSONValue, url: String, _ definition: RequestDefinition, secrets: [ImportedSecret]) {
      let source = entry["request"]
      self.definition = definition
      self.secrets = secrets
      sent = SentRequest(
        method: definition.method?.value ?? "GET", url: url, headers: Self.fields(source?["headers"]),
        body: source?["postData"]?["text"]?.string.map { Array($0.utf8) })
      status = entry["response"]?["status"]?.int
      response = Self.bytes(entry["response"]?["content"])
      responseHeaders = Self.fields(entry["response"]?["headers"])
    }

    private static func fields(_ list: JSONValue?) -> HTTPFields {
      HTTPFields(
        (list?.array ?? []).compactMap { header in
          guard let name = header["name"]?.string.flatMap({ HTTPField.Name($0) }), let value = header["value"]?.string
          else {
            return nil
          }
          return HTTPField(name: name, value: value)
        })
    }

    private static func bytes(_ content: JSONValue?) -> [UInt8] {
      guard let text = content?["text"]?.string else { return [] }
      return content?["encoding"]?.string == "base64"
        ? Data(base64Encoded: text).map(Array.init) ?? [] : Array(text.utf8)
    }
  }

  private let chain: Chain
  private let taken: [Int]

  init(_ exchanges: [Exchange]) {
    let steps = exchanges.map { exchange in
      var happened = ChainStep.Happened(
        exchange.sent, response: exchange.response, responseHeaders: exchange.responseHeaders,
        secrets: Secrets(exchange.secrets.map(\.value)))
      happened.status = exchange.status
      let request = EffectiveRequest(exchange.definition, id: exchange.id, levels: [], servers: [])
      return ChainStep(request, happened)
    }
    chain = Chain(steps)
    taken = chain.offers.indices.filter { [chain] in chain.offers[$0].isTaken }
  }

  var linkCount: Int { taken.count }

  var group: GroupDefinition {
    GroupDefinition(
      list: NodeListDefinition(serial: chain.nodes(taking: taken)), docs: "The recorded requests, in their order.")
  }
}

extension HARChain.Exchange {
  /// Values of the response that are credentials by their names. Later requests may carry them anywhere.
  var givenCredentials: [String] {
    var values = responseHeaders.flatMap { field -> [String] in
      guard field.name == .setCookie else {
        return Self.isCredential(field.name.rawName, field.value) ? [field.value] : []
      }
      let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      return pair.count == 2 && Self.isCredential(pair[0], pair[1]) ? [pair[1]] : []
    }
    if let document = try? JSONValue(parsing: response) { Self.collect(document, named: nil, &values) }
    return values
  }

  private static func isCredential(_ name: String, _ value: String) -> Bool { CredentialName.recognizer(name, value) }

  private static func collect(_ value: JSONValue, named name: String?, _ values: inout [String]) {
    switch value {
    case .string(let text): if let name, isCredential(name, text) { values.append(text) }
    case .array(let items): for item in items { collect(item, named: name, &values) }
    case .object(let members): for (key, member) in members { collect(member, named: key, &values) }
    default: break
    }
  }
}

// Segments of paths.
extension HARChain {
  /// The same exchanges, with a variable in the URL for each segment that an earlier response gave.
  static func withVariables(_ exchanges: [Exchange]) -> [Exchange] {
    var result = exchanges
    let links = LinkFinder.links(
      in: exchanges.map { exchange in
        let count = SentURL(exchange.sent.url).segments.count
        let names = Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, "\($0)") })
        return ChainExchange(
          "", exchange.sent, variables: names, response: exchange.response, responseHeaders: exchange.responseHeaders)
      })
    for link in links where link.isStrong {
      guard case .path(let segment) = link.place, link.before.isEmpty, link.after.isEmpty else { continue }
      result[link.target].definition.makeVariable(ofSegment: segment, like: link.given)
    }
    return result
  }
}

extension RequestDefinition {
  /// Puts a variable in the place of a segment of the URL's path, called like the value that it has.
  fileprivate mutating func makeVariable(ofSegment index: Int, like place: GivenPlace) {
    let start = url.value.firstRange(of: "://")?.upperBound ?? url.value.startIndex
    guard let slash = url.value[start...].firstIndex(of: "/") else { return }
    let end = url.value[slash...].firstIndex { $0 == "?" || $0 == "#" } ?? url.value.endIndex
    var segments = url.value[url.value.index(after: slash)..<end].split(
      separator: "/", omittingEmptySubsequences: false
    )
    .map(String.init)
    guard segments.indices.contains(index), !segments[index].hasPrefix(":") else { return }
    var names = ImportNames(taken: self.path.map(\.name))
    let name = names.free(Self.variableName(place))
    self.path.append(Row(name, PercentText.decoded(segments[index], plusIsBlank: false)))
    segments[index] = ":\(name)"
    url = Located(url.value[...slash] + segments.joined(separator: "/") + url.value[end...])
  }

  private static func variableName(_ place: GivenPlace) -> String {
    let name = String(place.lastKey.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.first?.isLetter == true ? name : "id"
  }
}
