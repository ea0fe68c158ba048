import Testing

/// The tests' program. With an entry point of its own the package is searched for no XCTests, so that nobody writes an index for that.
@main
struct Tests {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
