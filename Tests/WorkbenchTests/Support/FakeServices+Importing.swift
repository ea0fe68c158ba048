import ParleyEngine
import ParleyModel

@testable import Workbench

// An API of three requests; `broken` is no description.
extension FakeServices {
  func planImport(_ wish: ImportWish) async throws -> ImportOutline {
    if wish.source == .place("broken") { throw Problem(code: "import.unknownFormat", "This file is in no format.") }
    var entries = [
      ImportOutline.Entry("environments/local", .extended), ImportOutline.Entry("parley", .extended),
      ImportOutline.Entry("requests/shop/cart/add", .new), ImportOutline.Entry("requests/shop/cart/pay", .new),
      ImportOutline.Entry("requests/shop/login", .new), ImportOutline.Entry("requests/shop/old", .kept),
      ImportOutline.Entry("groups/shop/recording", .new),
    ]
    entries[1].isNeeded = true
    for place in 2...5 { entries[place].method = place == 2 ? "PUT" : "POST" }
    entries[6].needs = ["requests/shop/login"]
    return ImportOutline(
      "HAR 1.2", title: "Shop", target: "requests/\(wish.into ?? "shop")", makesWorkspace: false, entries: entries,
      notes: ["entries[7]: An image was left out.", "entries[9]: A style was left out."])
  }

  func makeImport(_ wish: ImportWish, leaving leftOut: Set<String>) async throws -> ImportMade {
    leavings.withLock { $0.append(leftOut.sorted()) }
    return ImportMade(try await workspace(), ["cart/pay"], in: "requests/\(wish.into ?? "shop")", credentials: 1)
  }

  func cancelImport() async {}

  func paths(completing typed: String) async -> [String] {
    ["apis/", "petstore.yaml", "shop.har"].filter { $0.hasPrefix(typed) }
  }
}
