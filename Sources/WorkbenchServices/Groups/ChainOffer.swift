package import ParleyEngine
package import ParleyModel

/// A preview of the marked items as a group. Secrets in it are masked.
package struct ChainOffer: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var item: ChainItem
    package var request: RequestID
    /// By which other steps read what it gives.
    package var name: String
    package var method: String
    /// Nil where it was never sent.
    package var startedAt: Timestamp?
    /// Nil where no response came.
    package var status: Int?
    /// Whether the request is made with the group, because what was sent has none.
    package var isNew: Bool
    /// The parts of it that cannot be taken over, in sentences.
    package var notes: [String]

    package init(
      _ item: ChainItem, _ request: RequestID, name: String, method: String, startedAt: Timestamp? = nil,
      status: Int? = nil, isNew: Bool = false, notes: [String] = []
    ) {
      self.item = item
      self.request = request
      self.name = name
      self.method = method
      self.startedAt = startedAt
      self.status = status
      self.isNew = isNew
      self.notes = notes
    }
  }

  /// The same change whatever the order of the steps.
  package struct ChangeID: Hashable, Sendable {
    package var item: ChainItem
    package var place: String

    package init(of item: ChainItem, _ place: String) {
      self.item = item
      self.place = place
    }
  }

  /// A sent value that is in no file, such as an edit that was not saved.
  package struct Change: Hashable, Sendable, Identifiable {
    package var id: ChangeID
    /// The reason why no step can express it; nil if one can.
    package var obstacle: String?
    package var value: String
    /// The value in the request's file; nil if it has none.
    package var written: String?

    package init(_ id: ChangeID, value: String, written: String? = nil, obstacle: String? = nil) {
      self.id = id
      self.value = value
      self.written = written
      self.obstacle = obstacle
    }
  }

  /// The same link whatever the order of the steps.
  package struct LinkID: Hashable, Sendable {
    package var source: ChainItem
    package var path: String
    package var target: ChainItem
    package var place: String

    package init(from source: ChainItem, _ path: String, to target: ChainItem, _ place: String) {
      self.source = source
      self.path = path
      self.target = target
      self.place = place
    }
  }

  package struct Link: Hashable, Sendable, Identifiable {
    package var id: LinkID
    package var state: LinkState
    /// The steps, by their places.
    package var source: Int
    package var target: Int
    package var value: String
    /// How the value was written where it was carried, such as `Base64`; nil is as it is.
    package var encoding: String?
    /// The template that replaces the value.
    package var template: String
    /// The value in the request's file; nil if it has none.
    package var written: String?
    /// Whether it is taken before anybody says otherwise.
    package var isStrong: Bool

    package init(
      _ id: LinkID, _ state: LinkState, source: Int, target: Int, value: String, encoding: String? = nil,
      template: String, written: String? = nil, isStrong: Bool = true
    ) {
      self.id = id
      self.state = state
      self.source = source
      self.target = target
      self.value = value
      self.encoding = encoding
      self.template = template
      self.written = written
      self.isStrong = isStrong
    }
  }

  package var steps: [Step]
  package var links: [Link]
  package var changes: [Change]
  /// The reasons why marked items cannot be steps, in sentences.
  package var refusals: [String]

  package init(steps: [Step] = [], links: [Link] = [], changes: [Change] = [], refusals: [String] = []) {
    self.steps = steps
    self.links = links
    self.changes = changes
    self.refusals = refusals
  }
}
