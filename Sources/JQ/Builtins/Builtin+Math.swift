import Glibc

extension Builtin {
  static let math: [(String, Builtin)] =
    unary.map { name, body in
      input(name) { value, _ throws(Interrupt) in Value(body(try number(value))) }
    }
    + binary.map { name, body in
      values(name, 2) { _, arguments, _ throws(Interrupt) in
        Value(body(try number(arguments[0]), try number(arguments[1])))
      }
    } + special

  private static func number(_ value: Value) throws(Interrupt) -> Double {
    if let number = value.double { return number }
    throw .error("\(value.described) number required", at: value)
  }

  private static let unary: [(String, @Sendable (Double) -> Double)] = [
    ("floor", { $0.rounded(.down) }), ("ceil", { $0.rounded(.up) }), ("trunc", { $0.rounded(.towardZero) }),
    ("round", { $0.rounded(.toNearestOrAwayFromZero) }), ("rint", { $0.rounded(.toNearestOrEven) }),
    ("nearbyint", { $0.rounded(.toNearestOrEven) }), ("sqrt", { $0.squareRoot() }), ("fabs", { Swift.abs($0) }),
    ("cbrt", { cbrt($0) }), ("exp", { exp($0) }), ("exp2", { exp2($0) }), ("exp10", { pow(10, $0) }),
    ("pow10", { pow(10, $0) }), ("expm1", { expm1($0) }), ("log", { log($0) }), ("log2", { log2($0) }),
    ("log10", { log10($0) }), ("log1p", { log1p($0) }), ("logb", { logb($0) }), ("sin", { sin($0) }),
    ("cos", { cos($0) }), ("tan", { tan($0) }), ("asin", { asin($0) }), ("acos", { acos($0) }), ("atan", { atan($0) }),
    ("sinh", { sinh($0) }), ("cosh", { cosh($0) }), ("tanh", { tanh($0) }), ("asinh", { asinh($0) }),
    ("acosh", { acosh($0) }), ("atanh", { atanh($0) }), ("j0", { j0($0) }), ("j1", { j1($0) }), ("y0", { y0($0) }),
    ("y1", { y1($0) }), ("tgamma", { tgamma($0) }), ("lgamma", { logGamma($0).0 }), ("gamma", { logGamma($0).0 }),
    ("erf", { erf($0) }), ("erfc", { erfc($0) }), ("significand", { significandOf($0) }),
  ]

  private static let binary: [(String, @Sendable (Double, Double) -> Double)] = [
    ("pow", { pow($0, $1) }), ("atan2", { atan2($0, $1) }), ("fmod", { fmod($0, $1) }), ("hypot", { hypot($0, $1) }),
    ("ldexp", { scaled($0, $1) }), ("scalb", { scaled($0, $1) }), ("scalbln", { scaled($0, $1) }),
    ("fmin", { fmin($0, $1) }), ("fmax", { fmax($0, $1) }), ("fdim", { fdim($0, $1) }),
    ("copysign", { copysign($0, $1) }), ("drem", { remainder($0, $1) }), ("remainder", { remainder($0, $1) }),
    ("nextafter", { nextafter($0, $1) }), ("nexttoward", { nextafter($0, $1) }),
    ("jn", { jn(Int32(clamping: Int(clampingTowardZero: $0)), $1) }),
    ("yn", { yn(Int32(clamping: Int(clampingTowardZero: $0)), $1) }),
  ]

  private static func logGamma(_ number: Double) -> (Double, Int) {
    var sign: Int32 = 0
    return (lgamma_r(number, &sign), Int(sign))
  }

  private static func significandOf(_ number: Double) -> Double {
    number == 0 || !number.isFinite ? number : (number.sign == .minus ? -number.significand : number.significand)
  }

  private static func scaled(_ number: Double, _ exponent: Double) -> Double {
    scalbn(number, Int(Int32(clamping: Int(clampingTowardZero: exponent))))
  }

  private static let special: [(String, Builtin)] = [
    input("infinite") { _, _ in Value(Double.infinity) },
    input("nan") { _, _ in Value(Double.nan) },
    input("isinfinite") { value, _ throws(Interrupt) in Value(try number(value).isInfinite) },
    input("isnan") { value, _ throws(Interrupt) in Value(try number(value).isNaN) },
    input("isnormal") { value, _ throws(Interrupt) in Value(try number(value).isNormal) },
    input("isfinite") { value, _ in Value(value.double.map { !$0.isInfinite } ?? false) },
    input("frexp") { value, _ throws(Interrupt) in
      var exponent: Int32 = 0
      let fraction = Glibc.frexp(try number(value), &exponent)
      return Value([Value(fraction), Value(fraction.isFinite ? Int(exponent) : 0)])
    },
    input("modf") { value, _ throws(Interrupt) in
      let number = try number(value)
      let whole = number.rounded(.towardZero)
      return Value([Value(number.isInfinite ? copysign(0, number) : number - whole), Value(whole)])
    },
    input("lgamma_r") { value, _ throws(Interrupt) in
      let (result, sign) = logGamma(try number(value))
      return Value([Value(result), Value(sign)])
    },
    values("fma", 3) { _, arguments, _ throws(Interrupt) in
      Value(fma(try number(arguments[0]), try number(arguments[1]), try number(arguments[2])))
    },
  ]
}
