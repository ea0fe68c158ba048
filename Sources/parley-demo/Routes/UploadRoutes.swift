import HTTPServing
import HTTPTypes
import ParleyEngine

/// Taking any amount of data, counted and hashed while it comes, never kept.
enum UploadRoutes {
  static let all: [Route] = [
    .post("/upload", "Any body, or multipart/form-data: names, types, sizes and SHA-256 of what came") {
      .success(try report(on: $0), message: "Counted and forgotten.")
    }
  ]

  /// The taker of the body of an upload; nil for any other request.
  static func taker(of request: Request) -> Upload? {
    request.method == "POST" && request.path == "/upload" ? Upload(boundary: boundary(of: request)) : nil
  }

  private static func report(on request: Request) throws -> JSONValue {
    let upload = request.served.taker as? Upload ?? Upload(boundary: boundary(of: request))
    guard isMultipart(request) else {
      let members = [
        ("type", JSONValue(request.headers[.contentType])), ("encoding", JSONValue(request.headers[.contentEncoding])),
      ]
      return .object(JSONObject(members + upload.whole.members))
    }
    guard let boundary = boundary(of: request), let parts = upload.parts else {
      throw Problem.badRequest("The multipart body has no boundary.", field: "Content-Type", "must say boundary=…")
    }
    guard parts.reader.isComplete else {
      throw Problem.badRequest(
        "The multipart body does not end.", field: "body",
        "must end with --\(boundary)--, each part with a blank line after its headers")
    }
    return parts.report.json
  }

  private static func isMultipart(_ request: Request) -> Bool { request.mediaType == "multipart/form-data" }

  private static func boundary(of request: Request) -> String? {
    isMultipart(request) ? boundary(in: request.headers[.contentType] ?? "") : nil
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

/// An upload, counted and hashed as far as it has come.
struct Upload: BodyTaker {
  private(set) var whole = Tally()
  /// Nil for a body that is not in parts.
  private(set) var parts: (reader: MultipartReader, report: MultipartReport)?

  init(boundary: String?) { parts = boundary.map { (MultipartReader(boundary: $0), MultipartReport()) } }

  mutating func take(_ piece: ArraySlice<UInt8>) {
    guard let events = parts?.reader.read(piece) else { return whole.add(piece) }
    for event in events { parts?.report.add(event) }
  }
}
