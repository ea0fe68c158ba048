/// A part of a screen that can have the focus. Each screen has an enum of its own panes; this is one of any screen's.
package struct Pane: Hashable, Sendable {
  let name: String
  package let title: String

  init(_ name: String, title: String) {
    self.name = name
    self.title = title
  }

  package init(_ id: some PaneID) {
    self.init(id.rawValue, title: id.title)
  }
}

/// The panes of one screen, in the order of Tab. Their names are unique among all screens.
package protocol PaneID: RawRepresentable, CaseIterable, Hashable, Sendable where RawValue == String {
  var title: String { get }
}

extension Pane {
  /// Below every screen that has room for it.
  package static let strip = Pane("strip", title: "Log strip")
}
