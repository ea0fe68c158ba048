/// The address of the mock server, and its treatment of requests that match no mock.
package struct MockServerOptions: Sendable {
  /// An address of this machine, or a name of one.
  package var host = "127.0.0.1"
  /// 0 lets the system choose a free one.
  package var port: UInt16 = 0
  /// Whether pages of any site may use it in a browser.
  package var allowsOrigins = false
  /// The real server, for requests that match no mock.
  package var upstream: MockUpstream?
  /// Whether what that sends becomes mocks.
  package var isRecording = false

  package init() {}
}
