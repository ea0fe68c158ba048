/// The headers that requests and responses usually have, with what they are for and their usual values.
package struct HeaderWords: Sendable {
  package let name: String
  package let note: String
  package var values: [Suggestion] = []

  package init(_ name: String, _ note: String, _ values: [String] = []) {
    self.name = name
    self.note = note
    self.values = values.map { Suggestion($0) }
  }

  package init(_ name: String, _ note: String, _ values: [Suggestion]) {
    (self.name, self.note, self.values) = (name, note, values)
  }

  package static func names(ofResponse: Bool) -> [Suggestion] {
    (ofResponse ? responses : requests).map { Suggestion($0.name, note: $0.note) }
  }

  package static func values(of name: String, ofResponse: Bool) -> [Suggestion] {
    let wanted = name.lowercased()
    return (ofResponse ? responses : requests).first { $0.name.lowercased() == wanted }?.values ?? []
  }
}

extension HeaderWords {
  package static let requests: [HeaderWords] = [
    HeaderWords("Accept", "types the response may have", [Suggestion("*/*", note: "any")] + MediaTypes.all),
    HeaderWords("Accept-Charset", "encodings of text", ["utf-8"]),
    HeaderWords("Accept-Encoding", "compressions", ["gzip", "br", "deflate", "zstd", "identity"]),
    HeaderWords("Accept-Language", "languages", ["en", "en-US", "de", "fr", "es", "*"]),
    HeaderWords("Authorization", "credentials", ["Bearer ", "Basic ", "Token ", "ApiKey "]),
    HeaderWords("Cache-Control", "how caches answer", ["no-cache", "no-store", "max-age=0", "only-if-cached"]),
    HeaderWords("Connection", "what becomes of the connection", ["keep-alive", "close"]),
    HeaderWords("Content-Disposition", "name of a file", ["attachment", "inline"]),
    HeaderWords("Content-Encoding", "compression of the body", ["gzip", "br", "deflate", "zstd"]),
    HeaderWords("Content-Language", "language of the body", ["en", "de", "fr"]),
    HeaderWords("Content-Length", "size of the body"),
    HeaderWords("Content-MD5", "digest of the body"),
    HeaderWords("Content-Type", "type of the body", MediaTypes.all),
    HeaderWords("Cookie", "cookies by hand"),
    HeaderWords("DNT", "do not track", ["1", "0"]),
    HeaderWords("Date", "when it was sent"),
    HeaderWords("Digest", "digest of the body", ["sha-256="]),
    HeaderWords("Expect", "asks before the body is sent", ["100-continue"]),
    HeaderWords("Forwarded", "who asks, through a proxy", ["for=", "for=;proto=https"]),
    HeaderWords("From", "who is responsible"),
    HeaderWords("Host", "the server's name"),
    HeaderWords("Idempotency-Key", "makes a repeated request one", ["{{uuid()}}"]),
    HeaderWords("If-Match", "only if it is this version", ["*", "\"\""]),
    HeaderWords("If-Modified-Since", "only if newer"),
    HeaderWords("If-None-Match", "only if it has changed", ["*", "\"\""]),
    HeaderWords("If-Range", "a range only of this version"),
    HeaderWords("If-Unmodified-Since", "only if not newer"),
    HeaderWords("Last-Event-ID", "where a stream of events goes on"),
    HeaderWords("Origin", "the page that asks", ["https://", "null"]),
    HeaderWords("Pragma", "as old caches know it", ["no-cache"]),
    HeaderWords(
      "Prefer", "how it is to be done", ["return=minimal", "return=representation", "respond-async", "wait=10"]),
    HeaderWords("Proxy-Authorization", "credentials for a proxy", ["Basic ", "Bearer "]),
    HeaderWords("Range", "a part of it", ["bytes=0-1023", "bytes=-1024"]),
    HeaderWords("Referer", "where the link was"),
    HeaderWords("TE", "trailers", ["trailers"]),
    HeaderWords("traceparent", "the trace it belongs to", ["00-"]),
    HeaderWords("Upgrade-Insecure-Requests", "asks for HTTPS", ["1"]),
    HeaderWords("User-Agent", "the program that asks", ["parley", "curl/8.0", "Mozilla/5.0"]),
    HeaderWords("X-API-Key", "credentials", ["{{secret(\"API key\")}}"]),
    HeaderWords("X-CSRF-Token", "against forged requests"),
    HeaderWords("X-Correlation-ID", "finds it in logs", ["{{uuid()}}"]),
    HeaderWords("X-Forwarded-For", "who asks, through a proxy"),
    HeaderWords("X-Forwarded-Host", "the host that was asked"),
    HeaderWords("X-Forwarded-Proto", "the scheme that was used", ["https", "http"]),
    HeaderWords("X-HTTP-Method-Override", "another method than that sent", ["PUT", "PATCH", "DELETE"]),
    HeaderWords("X-Request-ID", "finds it in logs", ["{{uuid()}}"]),
    HeaderWords("X-Requested-With", "sent by a script", ["XMLHttpRequest"]),
  ]

  package static let responses: [HeaderWords] = [
    HeaderWords("Access-Control-Allow-Origin", "pages that may read it", ["*"]),
    HeaderWords("Allow", "methods that are allowed"),
    HeaderWords(
      "Cache-Control", "how long it may be kept", ["no-store", "no-cache", "private", "public", "max-age=60"]),
    HeaderWords("Content-Disposition", "name of a file", ["attachment", "inline"]),
    HeaderWords("Content-Encoding", "compression of the body", ["gzip", "br", "deflate", "zstd"]),
    HeaderWords("Content-Language", "language of the body", ["en", "de"]),
    HeaderWords("Content-Length", "size of the body"),
    HeaderWords("Content-Security-Policy", "what a page may load"),
    HeaderWords("Content-Type", "type of the body", MediaTypes.all),
    HeaderWords("ETag", "this version of it"),
    HeaderWords("Expires", "when it is no longer fresh"),
    HeaderWords("Last-Modified", "when it was changed"),
    HeaderWords("Link", "other pages, and what belongs to it"),
    HeaderWords("Location", "where it is, or was created"),
    HeaderWords("RateLimit", "how much may still be asked"),
    HeaderWords("Retry-After", "when to ask again"),
    HeaderWords("Set-Cookie", "cookies it sets"),
    HeaderWords("Strict-Transport-Security", "HTTPS from now on", ["max-age=31536000"]),
    HeaderWords("Vary", "request headers it depends on", ["Accept", "Accept-Encoding", "Origin"]),
    HeaderWords("WWW-Authenticate", "how to authenticate", ["Bearer", "Basic"]),
    HeaderWords("X-Content-Type-Options", "types are not guessed", ["nosniff"]),
    HeaderWords("X-Frame-Options", "whether it may be framed", ["DENY", "SAMEORIGIN"]),
    HeaderWords("X-RateLimit-Remaining", "how much may still be asked"),
    HeaderWords("X-Request-ID", "finds it in logs"),
  ]
}
