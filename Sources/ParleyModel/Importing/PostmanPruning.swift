/// The bodies that Postman leaves out, unless a request's settings say otherwise.
package enum PostmanPruning {
  private static let withoutBody: Set<String> = ["GET", "COPY", "HEAD", "PURGE", "UNLOCK"]

  package static func sendsBody(with method: String) -> Bool { !withoutBody.contains(method) }
}
