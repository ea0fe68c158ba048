import ParleyEngine
import ParleyText

/// One thing that a request can say of itself in a word or a line. A draft keeps it by this name.
///
/// All that is known of it besides stands in `declared`, and what it is to the engine in `OptionsDefinition.fields`. The cases of a tab are
/// in the order of its rows.
package enum SettingKey: String, Hashable, Sendable, CaseIterable {
  // Query.
  case queryStyle

  // Auth: of which kind, and what that kind wants.
  case auth
  case user, password, token
  case keyName, keyValue, keyPlace
  case accessKey, secretKey, sessionToken, region, service
  case grant, tokenURL, authorizationURL, redirectURL, deviceURL
  case clientID, clientSecret, scope, username, userPassword, refreshToken, client, parameters
  case loginRequest, loginToken, loginHeader, loginScheme
  case authCertificate, authKey, authPassphrase
  case command

  // Body.
  case filePath, fileType, fileMD5

  // Expect, and how the response is read.
  case status, within, schema, envelope, responseRoot, codec

  // Options.
  case timeout, connectTimeout, redirects
  // Drafts of earlier versions keep it by this name.
  case retries = "attempts"
  case delay, backoff, jitter, retryStatus, retryAfter
  case cache, timeToLive, ignoredQuery, invalidates
  case duplicates, hold
  case gzip, decompress, maxBody, cookies, reconnect, httpVersion, proxy, unixSocket, download
  case verify, ca, certificate, certificateKey, certificatePassphrase
  case serialization, root
}

extension SettingKey {
  private static let fields = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.declared) })

  package var field: RequestField { Self.fields[self] ?? declared }

  package var label: String { field.label }
  /// The key as the request's file has it, without the map `options` around it: `timeout`, `retry.delay`.
  package var nameInFile: String { field.path.drop { $0 == "options" }.joined(separator: ".") }
  package var choices: [String] { field.kind.choices }

  /// The rows of the tab of options.
  package static let options = allCases.filter { $0.field.tab == .options }

  /// Of the options, those that can be said for many requests at once.
  package static let sharedOptions = options.filter { !$0.field.isOfOneRequest } + [.queryStyle]

  private var declared: RequestField {
    switch self {
    case .queryStyle:
      RequestField(
        .params, "queryStyle", QueryStyleName.summary, .choice(QueryStyleName.allCases.map(\.rawValue)),
        label: "query style", default: "repeated"
      )
      .grouped(.body)
    case .filePath: .body("file.path", "Path of the file, relative to the workspace.", .path, label: "file")
    case .fileType:
      .body("file.type", "Its content type.", label: "content type", default: .words("by file extension"))
    case .fileMD5: .body("file.md5", "`true` sends its `Content-MD5`.", .flag, label: "Content-MD5", default: "false")
    case .status, .within, .schema: declaredExpectation
    case .envelope, .responseRoot, .codec: declaredReading
    case .retries, .delay, .backoff, .jitter, .retryStatus, .retryAfter:
      declaredRetry.grouped(.retry).found(by: "retry retries repeat again attempts")
    case .cache, .timeToLive, .ignoredQuery, .invalidates:
      declaredCache.grouped(.cache).found(by: "caching cached TTL no-cache")
    case .duplicates, .hold, .serialization, .root: declaredSending
    case .timeout, .connectTimeout, .redirects: declaredLimit.grouped(.limits)
    case .gzip, .decompress, .maxBody, .cookies, .reconnect, .httpVersion, .proxy, .unixSocket, .download:
      declaredTransfer.grouped(.transfer)
    case .verify, .ca, .certificate, .certificateKey, .certificatePassphrase: declaredSecurity.grouped(.security)
    default: declaredAuth
    }
  }
}
