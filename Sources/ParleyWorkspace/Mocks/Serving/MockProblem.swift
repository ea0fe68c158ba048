internal import HTTPServing
internal import HTTPTypes
internal import ParleyEngine

/// Responses of the mock server itself (RFC 9457).
struct MockProblem {
  let status: HTTPResponse.Status
  let title: String
  var detail: String?
  var advice: String?
  var nearest: [NearMock] = []

  init(_ status: HTTPResponse.Status, _ title: String, detail: String? = nil, advice: String? = nil) {
    (self.status, self.title, self.detail, self.advice) = (status, title, detail, advice)
  }

  var response: ServedResponse {
    var document: JSONValue = ["title": .string(title), "status": .number(JSONNumber(status.code))]
    document["detail"] = detail.map(JSONValue.string)
    if !nearest.isEmpty {
      document["nearest"] = .array(
        nearest.map { ["match": .string($0.match), "place": .string($0.place), "reason": .string($0.reason)] })
    }
    document["advice"] = advice.map(JSONValue.string)
    return ServedResponse(
      status, headers: [.contentType: "application/problem+json"], body: JSONPrinter.pretty.bytes(of: document) + [10])
  }
}
