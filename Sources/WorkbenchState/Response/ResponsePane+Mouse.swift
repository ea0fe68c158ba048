import TerminalKit

extension ResponsePane {
  mutating func handle(_ mouse: Mouse, in context: ViewContext) -> [Effect] {
    let layout = layout(in: Rect(origin: .zero, size: size).inset(left: 1))
    if mouse.action == .press(.left), invites(in: context) {
      return Invitation(context.workspace).click(mouse.point.y - layout.banner.height)
    }
    if mouse.action == .press(.left), layout.tabs.contains(mouse.point) {
      let hit = tabPlaces.first { $0.columns.contains(mouse.point.x - layout.tabs.x) }
      return (hit.map { show($0.tab) } ?? []) + afterMoving()
    }
    if mouse.action == .press(.left), layout.status.contains(mouse.point),
      redirectColumns.contains(mouse.point.x - layout.status.x)
    {
      return showRedirects()
    }
    if case .press = mouse.action, !layout.content.contains(mouse.point) { return [] }
    guard tab == .body else {
      self[tab].take(mouse, above: layout.content.y)
      return []
    }
    return browser.take(mouse, above: layout.content.y, of: owner)
  }

  private mutating func afterMoving() -> [Effect] { tab == .body ? browser.afterMoving(owner) : [] }
}
