import Glibc
import Testing

/// The pages show what the tests of this target run; `make samples` writes it into them again.
@Suite("The samples of the documentation", .timeLimit(.minutes(2)))
struct SampleTests {
  private static let pages = ["docs/engine.md", "docs/coming-from.md"]
  /// The repository, five steps up from this file.
  private static let root = (0..<5).reduce(#filePath) { path, _ in
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  private func samples() throws -> Samples {
    try Samples(in: swiftFiles(below: "\(Self.root)/Tests/Seeds"))
  }

  @Test("Every Swift sample of the pages is one that runs", arguments: pages)
  func shown(page name: String) throws {
    let page = try Page("\(Self.root)/\(name)")
    let filled = try page.filled(from: try samples()).text
    if getenv("PARLEY_WRITE_SAMPLES") != nil { try writeFile(Array(filled.utf8), to: page.path) }
    let isUpToDate = filled == (try readText(page.path))
    #expect(isUpToDate, "make samples writes them anew")
  }

  @Test("The package that is shown asks for products that there are")
  func products() throws {
    let products = try readText("\(Self.root)/Package.swift")
    let asked = try readText("\(Self.root)/Tests/Seeds/Package.swift").matches(of: /\.product\(name: "(\w+)"/).map(\.1)
    #expect(!asked.isEmpty)
    for name in asked { #expect(products.contains(".library(name: \"\(name)\""), "\(name)") }
  }

  @Test("Every sample is shown on a page")
  func used() throws {
    let samples = try samples()
    let used = try Self.pages.flatMap { try Page("\(Self.root)/\($0)").filled(from: samples).used }
    let unused = Set(samples.byName.keys).subtracting(used).sorted()
    #expect(unused.isEmpty)
    #expect(samples.byName.count > 50)
  }
}
