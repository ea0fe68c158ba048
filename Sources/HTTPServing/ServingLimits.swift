/// How much a client may send, and how long it may take.
package struct ServingLimits: Sendable {
  /// In bytes, of the first line and the headers.
  package var head = 64 << 10
  /// In bytes.
  package var body = 64 << 20
  /// In bytes, of the bodies of all connections together.
  package var bodies = 192 << 20
  package var connections = 512
  /// From the first byte of a request to the last of its headers.
  package var headTime = Duration.seconds(20)
  /// From the first byte of a body to its last.
  package var bodyTime = Duration.seconds(300)
  /// From the first byte of a response to its last.
  package var responseTime = Duration.seconds(600)
  /// Without a byte that comes or goes, while a body or a response is on its way.
  package var stillness = Duration.seconds(30)
  /// Between two requests of a connection.
  package var idle = Duration.seconds(75)

  package init() {}
}
