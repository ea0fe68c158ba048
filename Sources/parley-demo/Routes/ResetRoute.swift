import ParleyEngine

/// Back to the beginning.
enum ResetRoute {
  static func all(_ shop: Shop, _ flakiness: Flakiness) -> [Route] {
    [
      .post("/reset", "Forget everything that was changed, as if just started") { _ in
        await shop.reset()
        await flakiness.reset()
        return .success(nil, message: "As new.")
      }
    ]
  }
}
