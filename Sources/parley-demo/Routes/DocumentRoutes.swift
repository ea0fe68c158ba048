import HTTPServing

/// Documents of every kind, well-behaved and not.
enum DocumentRoutes {
  static let all: [Route] = [
    .get("/gzip", "A document with Content-Encoding: gzip, whatever is accepted") { _ in
      ServedResponse(type: "application/json", headers: [Header("Content-Encoding", "gzip")], EncodedDocuments.gzip)
    },
    .get("/image.png", "A small picture") { _ in ServedResponse(type: "image/png", EncodedDocuments.image) },
    .get("/xml", "An XML document") { _ in .text(Documents.xml, type: "application/xml") },
    .get("/html", "An HTML page") { _ in .text(Documents.html, type: "text/html; charset=utf-8") },
    .get("/text", "Plain text; wide=1 for wide, combining and right-to-left characters") { request in
      .text(request.query["wide"] == "1" ? Documents.wideText : Documents.text)
    },
    .get("/evil", "A body and headers full of terminal escape sequences; json=1 hides them in JSON strings") {
      evil($0)
    },
    .get("/nested/:depth", "JSON objects, so many in each other") { request in
      ServedResponse(type: "application/json", nested(try request.integer("depth", in: 0...5_000_000)))
    },
  ]

  private static func evil(_ request: Request) -> ServedResponse {
    let headers = [
      Header("X-Evil-Title", EvilText.titleChange),
      Header("X-Evil-Colour", EvilText.colour),
      Header("Content-Disposition", "attachment; filename=\"\(EvilText.fileName)\""),
    ]
    if request.query["json"] == "1" { return .json(EvilText.json, headers: headers) }
    return ServedResponse(type: "text/plain; charset=utf-8", headers: headers, EvilText.body)
  }

  /// `{"in":{"in":null}}` for two.
  private static func nested(_ depth: Int) -> [UInt8] {
    let opening = Array(#"{"in":"#.utf8)
    var document = [UInt8](repeating: 0, count: depth * opening.count)
    for index in document.indices { document[index] = opening[index % opening.count] }
    return document + Array("null".utf8) + [UInt8](repeating: UInt8(ascii: "}"), count: depth)
  }
}
