/// How a person has arranged the screen, on this machine.
package protocol LayoutServices: Sendable {
  func paneSizes() async throws -> PaneSizes
  func keep(_ sizes: PaneSizes) async throws
}
