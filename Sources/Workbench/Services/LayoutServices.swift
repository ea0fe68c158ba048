package import ParleyModel

/// How a person has arranged the screen, on this machine, and where they were.
package protocol LayoutServices: Sendable {
  func paneSizes() async throws -> PaneSizes
  func keep(_ sizes: PaneSizes) async throws
  /// The workspace is opened with this request from now on.
  func keepLastRequest(_ id: RequestID) async throws
}
