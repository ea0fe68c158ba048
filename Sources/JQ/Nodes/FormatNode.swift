/// `@name` alone
final class FormatNode: Node {
  private let format: Format

  init(_ format: Format, at place: Int) {
    self.format = format
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    do throws(Interrupt) {
      return machine.derived(Value(try format.text(of: input, machine)), "@\(format.rawValue)", input)
    } catch {
      throw error.at(place)
    }
  }
}
