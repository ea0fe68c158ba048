package import ParleyEngine

extension WebToken {
  /// `expires in 12 min 3 s`, `expired 2 d ago`, or what else there is to say.
  package func validity(at now: Timestamp) -> String {
    if let notBefore, notBefore > now { return "not valid for another \(SpanText.text(now.duration(to: notBefore)))" }
    guard let expires else { return "does not expire" }
    return expires > now
      ? "expires in \(SpanText.text(now.duration(to: expires)))"
      : "expired \(SpanText.text(expires.duration(to: now))) ago"
  }
}
