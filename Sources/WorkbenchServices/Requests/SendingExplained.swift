/// An explanation, stage by stage, of the request that would be sent. Secrets are masked in it.
package struct SendingExplained: Hashable, Sendable {
  package struct Stage: Hashable, Sendable {
    package var title: String
    package var lines: [Line]

    package init(_ title: String, _ lines: [Line]) {
      self.title = title
      self.lines = lines
    }
  }

  /// A name, what it is, and where that comes from.
  package struct Line: Hashable, Sendable {
    package var name: String
    package var value: String
    package var origin: String

    package init(_ name: String, _ value: String, from origin: String = "") {
      self.name = name
      self.value = value
      self.origin = origin
    }
  }

  package var stages: [Stage]

  package init(_ stages: [Stage]) {
    self.stages = stages
  }
}
