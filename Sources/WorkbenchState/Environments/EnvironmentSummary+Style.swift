import ParleyModel
package import TerminalKit

extension EnvironmentSummary {
  package var style: Style {
    color.flatMap { NamedColor(rawValue: $0.rawValue) }.map { Style(.named($0)) } ?? .text
  }
}
