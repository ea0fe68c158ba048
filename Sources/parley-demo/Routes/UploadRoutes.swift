import FlyingFox

/// Taking any amount of data, counted and hashed while it comes, never kept.
enum UploadRoutes {
  static let all: [Route] = [
    .post("/upload", "Any body, or multipart/form-data: names, types, sizes and SHA-256 of what came") {
      .success(try await report(on: $0), message: "Counted and forgotten.")
    }
  ]

  private static func report(on request: Request) async throws -> JSON {
    guard request.mediaType == "multipart/form-data" else { return try await wholeBody(request) }
    guard let boundary = boundary(in: request.headers[.contentType] ?? "") else {
      throw Problem.badRequest("The multipart body has no boundary.", field: "Content-Type", "must say boundary=…")
    }
    return try await parts(of: request, boundary: boundary)
  }

  private static func wholeBody(_ request: Request) async throws -> JSON {
    var tally = Tally()
    for try await piece in request.incomingBody.pieces() { tally.add(piece) }
    let members = [
      JSON.Member(name: "type", value: JSON(request.headers[.contentType])),
      JSON.Member(name: "encoding", value: JSON(request.headers[.contentEncoding])),
    ]
    return .object(members + tally.members)
  }

  /// Reads on to the end of the body after a mistake, because the connection goes on behind it.
  private static func parts(of request: Request, boundary: String) async throws -> JSON {
    var reader = MultipartReader(boundary: boundary)
    var report = MultipartReport()
    for try await piece in request.incomingBody.pieces() {
      for event in reader.read(piece) { report.add(event) }
    }
    guard reader.isComplete else {
      throw Problem.badRequest(
        "The multipart body does not end.", field: "body",
        "must end with --\(boundary)--, each part with a blank line after its headers")
    }
    return report.json
  }

  private static func boundary(in contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let sides = parameter.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].trimming(" ").lowercased() == "boundary" else { continue }
      let boundary = sides[1].trimming(" \"")
      return boundary.isEmpty ? nil : String(boundary)
    }
    return nil
  }
}
