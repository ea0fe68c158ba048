import HTTPServing
import HTTPTypes
import ParleyEngine

extension ServedResponse {
  init(status: Int = 200, type: String? = nil, headers: [Header] = [], _ bytes: [UInt8] = []) {
    self.init(HTTPResponse.Status(code: status), body: bytes)
    // The same requests get the same responses.
    saysTheUsual = false
    for header in (type.map { [Header("Content-Type", $0)] } ?? []) + headers { add(header) }
  }

  /// With a body that is made while it is sent; without a length it goes in chunks.
  init(type: String, headers: [Header] = [], making source: some PieceSource, length: Int? = nil) {
    self.init(type: type, headers: headers)
    rest = .pieces(source, length: length)
  }

  func with(_ name: String, _ value: String) -> ServedResponse {
    var response = self
    response.add(Header(name, value))
    return response
  }

  /// A value may have every byte that ends no line.
  private mutating func add(_ header: Header) {
    guard let name = HTTPField.Name(header.name) else { return }
    headers.append(HTTPField(name: name, lenientValue: Array(header.value.utf8)))
  }
}

extension ServedResponse {
  static func json(_ document: JSONValue, status: Int = 200, headers: [Header] = []) -> ServedResponse {
    ServedResponse(
      status: status, type: "application/json", headers: headers,
      JSONPrinter.pretty.bytes(of: document) + [UInt8(ascii: "\n")])
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> ServedResponse {
    ServedResponse(type: type, Array(text.utf8))
  }

  static func success(
    _ result: JSONValue, status: Int = 200, message: String? = nil, pagination: Pagination? = nil
  ) -> ServedResponse {
    .json(Envelope.success(result, status: status, message: message, pagination: pagination), status: status)
  }

  static func failure(_ problem: Problem) -> ServedResponse {
    .json(Envelope.failure(problem), status: problem.status, headers: problem.headers)
  }

  static let noContent = ServedResponse(status: 204)
}
