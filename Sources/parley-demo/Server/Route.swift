import HTTPServing
import ParleyEngine

/// One line of the API: a method and path, their purpose, and the function that responds.
struct Route: Sendable {
  typealias Answer = @Sendable (Request) async throws -> ServedResponse

  /// The method; nil matches every method.
  let method: String?
  /// `/items/:id`: a segment with a colon stands for any one segment.
  let path: String
  let summary: String
  let answer: Answer
  private let segments: [Substring]

  init(_ method: String?, _ path: String, _ summary: String, answer: @escaping Answer) {
    self.method = method
    self.path = path
    self.summary = summary
    self.answer = answer
    segments = path.split(separator: "/")
  }

  static func get(_ path: String, _ summary: String, answer: @escaping Answer) -> Route {
    Route("GET", path, summary, answer: answer)
  }

  static func post(_ path: String, _ summary: String, answer: @escaping Answer) -> Route {
    Route("POST", path, summary, answer: answer)
  }

  /// Returns the values of the variables if the path is this route's; nil otherwise.
  func variables(in segments: [Substring]) -> [String: String]? {
    guard segments.count == self.segments.count else { return nil }
    var variables: [String: String] = [:]
    for (own, given) in zip(self.segments, segments) {
      if own.first == ":" {
        variables[String(own.dropFirst())] = PercentText.decoded(given)
      } else if own != given {
        return nil
      }
    }
    return variables
  }

  /// A GET route responds to HEAD as well.
  func takes(_ method: String) -> Bool {
    self.method == nil || self.method == method || (self.method == "GET" && method == "HEAD")
  }

  /// How many segments are fixed: `/items/search` is meant before `/items/:id`.
  var precision: Int { segments.count { $0.first != ":" } }
}
