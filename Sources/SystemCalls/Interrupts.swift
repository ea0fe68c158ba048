import Glibc

/// Calls again while a signal interrupts.
package func retryingInterrupts<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
