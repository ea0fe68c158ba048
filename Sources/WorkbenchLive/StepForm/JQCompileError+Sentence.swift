import JQ
import ParleyText

extension JQCompileError {
  /// With its place, as people count it.
  var sentence: String {
    let place = line == 1 ? "Column \(column)" : "Line \(line), column \(column)"
    return "\(place): \(message.ended)"
  }
}
