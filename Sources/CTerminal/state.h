/// The state that the parts of this target share. Nothing outside the target sees it.
#ifndef CTERMINAL_STATE_H
#define CTERMINAL_STATE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

typedef struct {
  volatile sig_atomic_t on_screen; // the terminal is ours at this moment
  int input;
  int output;
  struct termios shell_modes; // as they were before
  bool has_shell_modes;
  char farewell[512]; // the bytes that undo all we asked of the terminal
  size_t farewell_length;
} ct_terminal;

extern ct_terminal ct_tty;

/// Restores the terminal with async-signal-safe calls only.
void ct_restore_now(void);

#endif
