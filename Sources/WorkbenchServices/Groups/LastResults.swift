package import ParleyEngine
package import ParleyModel

/// The results of a group's steps in its newest run, by the names that last.
package struct LastResults: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package var state: NodeRecord.State
    /// Of a response.
    package var status: Int?
    /// How many elements it ran for.
    package var elements: Int?
    /// The result on one line; secrets are masked. Empty if it is unknown.
    package var preview: String

    package init(_ state: NodeRecord.State, status: Int? = nil, elements: Int? = nil, preview: String = "") {
      self.state = state
      self.status = status
      self.elements = elements
      self.preview = preview
    }
  }

  package var run: KeptRun.ID
  package var steps: [StepName: Step]

  package init(of run: KeptRun.ID, _ steps: [StepName: Step]) {
    self.run = run
    self.steps = steps
  }
}
