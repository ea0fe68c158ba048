import ParleyModel

@testable import Workbench

extension FakeServices {
  func paneSizes() async throws -> PaneSizes { snapshot.paneSizes }
  func keepLastRequest(_ id: RequestID) async throws {}
  func keep(_ sizes: PaneSizes) async throws { change { $0.paneSizes = sizes } }
}
