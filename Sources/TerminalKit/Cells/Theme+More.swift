// Themes that change some colours of the dark one. What has no colour of its own here is as it is there.
extension Theme {
  /// Cool and quiet, in the colours of [Nord](https://www.nordtheme.com).
  package static let nord = Theme(
    name: "nord",
    [
      .text: Paint(Color(254, basic: 7), on: Color(236, basic: 0)),
      .muted: Paint(Color(247, basic: 8), withoutColor: .dim),
      .accent: Paint(Color(110, basic: 14), withoutColor: .bold),
      .selection: Paint(Color(255, basic: 15), on: Color(60, basic: 4), withoutColor: .reverse),
      .border: Paint(Color(242, basic: 8), withoutColor: .dim),
      .borderFocused: Paint(Color(110, basic: 14), withoutColor: .bold),
      .hint: Paint(Color(110, basic: 14), withoutColor: .bold),
      .key: Paint(Color(109, basic: 12)),
      .string: Paint(Color(150, basic: 10)),
      .number: Paint(Color(182, basic: 13)),
      .literal: Paint(Color(146, basic: 13), withoutColor: .italic),
      .success: Paint(Color(150, basic: 10)),
      .warning: Paint(Color(222, basic: 11), withoutColor: .bold),
      .failure: Paint(Color(174, basic: 9), .bold),
      .info: Paint(Color(110, basic: 12)),
      .mark: Paint(Color(216, basic: 11), .bold),
      .match: Paint(Color(16, basic: 0), on: Color(222, basic: 11), withoutColor: [.reverse, .underline]),
    ], over: .dark)

  /// Warm, in the colours of [gruvbox](https://github.com/morhetz/gruvbox).
  package static let gruvbox = Theme(
    name: "gruvbox",
    [
      .text: Paint(Color(223, basic: 7), on: Color(235, basic: 0)),
      .muted: Paint(Color(247, basic: 8), withoutColor: .dim),
      .accent: Paint(Color(214, basic: 11), withoutColor: .bold),
      .selection: Paint(Color(230, basic: 15), on: Color(94, basic: 3), withoutColor: .reverse),
      .borderFocused: Paint(Color(214, basic: 11), withoutColor: .bold),
      .title: Paint(Color(223, basic: 15), .bold),
      .bar: Paint(Color(223, basic: 7), on: Color(237, basic: 0)),
      .hint: Paint(Color(214, basic: 11), withoutColor: .bold),
      .key: Paint(Color(109, basic: 12)),
      .string: Paint(Color(142, basic: 10)),
      .number: Paint(Color(175, basic: 13)),
      .literal: Paint(Color(208, basic: 11), withoutColor: .italic),
      .success: Paint(Color(142, basic: 10)),
      .warning: Paint(Color(221, basic: 11), withoutColor: .bold),
      .failure: Paint(Color(210, basic: 9), .bold),
      .info: Paint(Color(109, basic: 12)),
      .mark: Paint(Color(208, basic: 11), .bold),
    ], over: .dark)

  /// For eyes that cannot tell red from green: good is blue, bad is orange, and they differ in brightness, too
  /// ([Okabe and Ito](https://jfly.uni-koeln.de/color/)).
  package static let colorBlind = Theme(
    name: "color-blind",
    [
      .string: Paint(Color(117, basic: 14)),
      .number: Paint(Color(222, basic: 11)),
      .literal: Paint(Color(183, basic: 13), withoutColor: .italic),
      .key: Paint(Color(255, basic: 15)),
      .success: Paint(Color(75, basic: 12)),
      .warning: Paint(Color(227, basic: 11), withoutColor: .bold),
      .failure: Paint(Color(208, basic: 9), [.bold, .underline]),
      .info: Paint(Color(252, basic: 7)),
      .mark: Paint(Color(227, basic: 11), .bold),
    ], over: .dark)

  /// Full contrast for tired eyes and bright rooms: bright letters on black, the line of the cursor in black on yellow.
  package static let highContrast = Theme(
    name: "high-contrast",
    [
      .text: Paint(Color(231, basic: 15), on: Color(16, basic: 0)),
      .muted: Paint(Color(252, basic: 7)),
      .accent: Paint(Color(51, basic: 14), .bold),
      .selection: Paint(Color(16, basic: 0), on: Color(226, basic: 11), .bold, withoutColor: .reverse),
      .selectionUnfocused: Paint(Color(231, basic: 15), on: Color(239, basic: 8), .bold, withoutColor: .underline),
      .border: Paint(Color(250, basic: 7)),
      .borderFocused: Paint(Color(226, basic: 11), .bold),
      .title: Paint(Color(231, basic: 15), .bold),
      .bar: Paint(Color(231, basic: 15), on: Color(234, basic: 0), .bold),
      .hint: Paint(Color(226, basic: 11), .bold),
      .key: Paint(Color(51, basic: 14), .bold),
      .string: Paint(Color(120, basic: 10)),
      .number: Paint(Color(220, basic: 11)),
      .literal: Paint(Color(219, basic: 13), withoutColor: .italic),
      .success: Paint(Color(46, basic: 10), .bold, withoutColor: []),
      .warning: Paint(Color(226, basic: 11), .bold),
      .failure: Paint(Color(210, basic: 9), [.bold, .underline]),
      .info: Paint(Color(87, basic: 12)),
      .secret: Paint(Color(219, basic: 13)),
      .mark: Paint(Color(214, basic: 11), .bold),
    ], over: .dark)
  /// The colours of the dark one on the terminal's own ground, for those who see through it.
  package static let terminal = Theme(name: "terminal", [.text: Paint()], over: .dark)
}
