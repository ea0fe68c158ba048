/// Stands in front of the C library of a program under torture (LD_PRELOAD), and makes its disk and its clock fail.
///
/// `TORTURE_CONTROL` names a file with a `torture_control`, which may change while the program runs; `TORTURE_ROOT` the folder
/// that fails. Everything else is as it is.
#pragma once

#include <stdint.h>

enum torture_fault {
  TORTURE_NONE = 0,
  /// No room behind `allowance` bytes; the last write before is short.
  TORTURE_FULL = 1,
  /// Nothing below the folder may be changed.
  TORTURE_READ_ONLY = 2,
  /// fsync(2) and fdatasync(2) fail behind `allowance` calls.
  TORTURE_SYNC = 3,
  /// Every write and sync takes `delay` microseconds.
  TORTURE_SLOW = 4,
};

struct torture_control {
  /// Seconds that the wall clock is ahead.
  int64_t clock_offset;
  int64_t fault;
  int64_t allowance;
  int64_t delay;
};

/// The file's content; all zero where there is none.
struct torture_control *torture_control(void);
