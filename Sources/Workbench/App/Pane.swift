/// A part of a screen that can have the focus. Each screen has an enum of its own panes; this is one of any screen's.
struct Pane: Hashable, Sendable {
  let name: String
  let title: String

  init(_ name: String, title: String) {
    self.name = name
    self.title = title
  }

  init(_ id: some PaneID) {
    self.init(id.rawValue, title: id.title)
  }
}

/// The panes of one screen, in the order of Tab. Their names are unique among all screens.
protocol PaneID: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  var title: String { get }
}

extension Pane {
  /// Below every screen that has room for it.
  static let strip = Pane("strip", title: "Log strip")
}
