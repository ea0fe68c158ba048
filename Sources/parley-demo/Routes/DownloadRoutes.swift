import HTTPServing
import HTTPTypes

/// Large responses, made while they are sent.
enum DownloadRoutes {
  static let all: [Route] = [
    .get("/bytes/:n", "n bytes, each line saying where it stands; Range, If-Range, ETag; rate bytes a second") {
      try bytes($0)
    },
    .get("/json/:megabytes", "A JSON list of so many megabytes") { request in
      let megabytes = try request.integer("megabytes", in: 1...4096)
      return ServedResponse(
        type: "application/json", making: JSONRows(count: megabytes * JSONRows.perMegabyte), length: megabytes << 20)
    },
  ]

  private static func bytes(_ request: Request) throws -> ServedResponse {
    let size = try request.integer("n", in: 0...(1 << 40))
    let rate = try request.query.integer("rate", in: 0...(1 << 40), standard: 0)
    let tag = EntityTag("bytes-\(size)")
    switch ByteRange.asked(by: request, size: size, tag: tag) {
    case .whole:
      return reply(bytes: 0..<size, rate: rate).validated(by: tag, for: request)
    case .part(let range):
      var reply = reply(bytes: range, rate: rate).with("ETag", tag.text)
      reply.status = .partialContent
      return reply.with("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)")
    case .unsatisfiable:
      throw Problem(
        status: 416, name: "RangeNotSatisfiable", message: "There are only \(size) bytes.",
        headers: [Header("Content-Range", "bytes */\(size)")])
    }
  }

  private static func reply(bytes range: Range<Int>, rate: Int) -> ServedResponse {
    ServedResponse(
      type: "application/octet-stream", headers: [Header("Accept-Ranges", "bytes")],
      making: OffsetLines(range: range, rate: rate), length: range.count)
  }
}
