internal import Cryptography
import HTTPTypes

/// The signature of one request, as a server makes it a second time out of what it gets
/// ([AWS Signature, version 4](https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html)).
///
///     method, path, query, headers, digest of the body   → the request in its canonical form
///     time, scope (day, region, service), its digest     → what is signed
///     secret key → day → region → service                → by what it is signed
struct AWSRequestSignature {
  private let keys: AWSSignature
  private let request: TransportRequest
  /// With all that is signed.
  private var fields: HTTPFields
  /// `20150830T123600Z`
  private let date: String

  /// - Parameter time: the time of sending, unless its headers state one; servers accept it for a few minutes.
  init(of request: TransportRequest, by keys: AWSSignature, at time: Timestamp) {
    self.keys = keys
    self.request = request
    var fields = request.headers
    date = fields[.amzDate] ?? time.basicISO8601
    fields[.amzDate] = date
    if let token = keys.sessionToken { fields[.amzSecurityToken] = token }
    if keys.isForS3 || request.content?.isStream == true, !fields.contains(.amzContentSHA256) {
      fields[.amzContentSHA256] = Self.digest(of: request)
    }
    self.fields = fields
  }

  /// The request's own headers with those that sign it. One that is signed already is left as it is.
  var headers: HTTPFields {
    guard !request.headers.contains(.authorization) else { return request.headers }
    var headers = fields
    headers[.authorization] =
      "AWS4-HMAC-SHA256 Credential=\(keys.accessKey)/\(scope), SignedHeaders=\(signedNames), Signature=\(signature)"
    return headers
  }

  var signature: String {
    let text = "AWS4-HMAC-SHA256\n\(date)\n\(scope)\n\(MessageDigest.sha256(canonicalRequest.utf8).hexadecimal)"
    let key = [day, keys.region, keys.service, "aws4_request"].reduce(Array("AWS4\(keys.secretKey)".utf8)) {
      AuthenticationKey($0).code(for: $1.utf8)
    }
    return AuthenticationKey(key).code(for: text.utf8).hexadecimal
  }

  private var day: String { String(date.prefix(8)) }
  private var scope: String { "\(day)/\(keys.region)/\(keys.service)/aws4_request" }

  private var canonicalRequest: String {
    let method = request.method ?? (request.content == nil ? .get : .post)
    let headers = signedFields.map { "\($0.name):\($0.value)\n" }.joined()
    let digest = fields[.amzContentSHA256] ?? Self.digest(of: request)
    return [method.rawValue, path, query, headers, signedNames, digest].joined(separator: "\n")
  }

  /// A body that is streamed would have to be read twice.
  private static func digest(of request: TransportRequest) -> String {
    if request.content?.isStream == true { return "UNSIGNED-PAYLOAD" }
    return MessageDigest.sha256(request.body ?? []).hexadecimal
  }
}

// The parts of the canonical form.
extension AWSRequestSignature {
  /// From the first slash on.
  private var target: Substring {
    let rest = URLText.withoutScheme(request.url)
    return rest[(rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex)...]
  }

  /// S3 signs a path as it stands; all others encode it once more, after its empty and dotted segments are gone.
  private var path: String {
    let path = target.prefix { $0 != "?" && $0 != "#" }
    guard !path.isEmpty else { return "/" }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    if keys.isForS3 { return segments.map { "/" + PercentText.canonical($0) }.joined() }
    var kept: [Substring] = []
    for segment in segments where segment != "." && !segment.isEmpty {
      if segment == ".." { _ = kept.popLast() } else { kept.append(segment) }
    }
    let isFolder = !kept.isEmpty && ["", ".", ".."].contains(segments.last)
    return "/" + kept.map { PercentText.encoded($0.utf8) }.joined(separator: "/") + (isFolder ? "/" : "")
  }

  private var query: String {
    let rest = target.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
    return URLText.canonicalQuery(rest)
  }

  private var signedNames: String { signedFields.map(\.name).joined(separator: ";") }

  /// By name, the values of one that comes again in their order.
  private var signedFields: [(name: String, value: String)] {
    var values: [String: [String]] = [:]
    for field in fields where !Self.unsigned.contains(field.name.canonicalName) {
      values[field.name.canonicalName, default: []].append(Self.trimmed(field.value))
    }
    if values["host"] == nil { values["host"] = [host] }
    return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.joined(separator: ",")) }
  }

  /// The headers that may change on the way, and so are not signed.
  private static let unsigned: Set<String> = [
    "authorization", "connection", "expect", "transfer-encoding", "user-agent", "x-amzn-trace-id",
  ]

  /// Without blanks at its ends, and with one where there were several.
  private static func trimmed(_ value: String) -> String {
    value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }

  /// As it is sent: the port is said where it is not the usual one.
  private var host: String {
    let authority = URLText.withoutScheme(request.url).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@").last ?? authority
    let usual = URLText.starts(request.url, with: "https://") ? ":443" : ":80"
    return String(host.hasSuffix(usual) ? host.dropLast(usual.count) : host)
  }
}

extension AWSSignature {
  fileprivate var isForS3: Bool { service == "s3" }
}

extension BodyContent {
  fileprivate var isStream: Bool {
    if case .stream = self { true } else { false }
  }
}

extension HTTPField.Name {
  fileprivate static var amzDate: Self { known("X-Amz-Date") }
  fileprivate static var amzSecurityToken: Self { known("X-Amz-Security-Token") }
  fileprivate static var amzContentSHA256: Self { known("X-Amz-Content-Sha256") }

  private static func known(_ name: String) -> Self { Self(name) ?? .authorization }
}

extension Timestamp {
  /// `20150830T123600Z`
  fileprivate var basicISO8601: String {
    iso8601.prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
  }
}
