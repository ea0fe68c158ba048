// The only file that includes curses.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1

#include "cterminal.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <ncursesw/curses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

const char *ct_library_version(void) { return curses_version(); }

static const char reports_off[] = "\033[?2004l\033[?1006l\033[?1000l";
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char paste_on[] = "\033[?2004h";

static SCREEN *screen;
static FILE *input_file;
static FILE *output_file;

// MARK: Text

bool ct_use_locale(void) {
  setlocale(LC_CTYPE, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  return setlocale(LC_CTYPE, "C.UTF-8") != NULL;
}

int ct_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

// MARK: Opening and closing

/// Appends a capability without its padding marks, which only tputs understands.
static void add_farewell(const char *bytes) {
  if (!bytes || bytes == (const char *)-1) return;
  while (*bytes && ct_tty.farewell_length < sizeof ct_tty.farewell) {
    if (bytes[0] == '$' && bytes[1] == '<') {
      while (*bytes && *bytes != '>') bytes++;
      if (*bytes) bytes++;
      continue;
    }
    ct_tty.farewell[ct_tty.farewell_length++] = *bytes++;
  }
}

static void prepare_farewell(void) {
  ct_tty.farewell_length = 0;
  add_farewell(reports_off);
  add_farewell(ct_capability("sgr0"));
  add_farewell(ct_capability("op"));
  add_farewell(ct_capability("rmkx"));
  add_farewell(ct_capability("cnorm"));
  add_farewell(ct_capability("rmcup"));
}

static void close_files(void) {
  if (input_file) fclose(input_file);
  if (output_file) fclose(output_file);
  input_file = output_file = NULL;
}

static FILE *duplicate(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  return copy < 0 ? NULL : fdopen(copy, mode);
}

static void restore_at_exit(void) {
  ct_restore_now();
  ct_end_errors();
}

static bool can_draw(void) {
  const char *move = ct_capability("cup");
  return move && *move;
}

static void set_up_modes(void) {
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  intrflush(stdscr, FALSE);
  idlok(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
}

ct_result ct_open(const char *terminal_type, int input, int output) {
  if (screen) return CT_BUSY;
  static bool is_registered;
  if (!is_registered) is_registered = atexit(restore_at_exit) == 0;
  ct_tty.input = input;
  ct_tty.output = output;
  ct_tty.has_shell_modes = tcgetattr(input, &ct_tty.shell_modes) == 0;
  input_file = duplicate(input, "r");
  output_file = duplicate(output, "w");
  if (input_file && output_file) screen = newterm(terminal_type, output_file, input_file);
  if (!screen) {
    close_files();
    return CT_UNKNOWN_TERMINAL;
  }
  set_term(screen);
  if (!can_draw()) {
    ct_close();
    return CT_UNKNOWN_TERMINAL;
  }
  prepare_farewell();
  ct_tty.on_screen = 1;
  set_up_modes();
  return CT_OK;
}

void ct_close(void) {
  if (!screen) return;
  if (!isendwin()) endwin();
  ct_tty.on_screen = 0;
  delscreen(screen);
  screen = NULL;
  close_files();
}

void ct_leave(void) {
  ct_disable_reports();
  endwin();
  ct_tty.on_screen = 0;
}

void ct_enter(void) {
  ct_tty.on_screen = 1;
  reset_prog_mode();
  clearok(curscr, TRUE);
  wrefresh(stdscr);
}

// MARK: What the terminal is

int ct_colors(void) { return has_colors() ? COLORS : 0; }

bool ct_measure(int *columns, int *rows) {
  struct winsize size;
  if (ioctl(ct_tty.output, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

void ct_size(int *columns, int *rows) { getmaxyx(stdscr, *rows, *columns); }

void ct_resize(int columns, int rows) {
  if (is_term_resized(rows, columns)) resize_term(rows, columns);
  clearok(curscr, TRUE);
}

const char *ct_capability(const char *name) {
  const char *value = tigetstr(name);
  return value == (const char *)-1 ? NULL : value;
}

// MARK: Drawing

void ct_style(int attributes, int foreground, int background) {
  attr_t attr = A_NORMAL;
  if (attributes & CT_BOLD) attr |= A_BOLD;
  if (attributes & CT_DIM) attr |= A_DIM;
  if (attributes & CT_ITALIC) attr |= A_ITALIC;
  if (attributes & CT_UNDERLINE) attr |= A_UNDERLINE;
  if (attributes & CT_REVERSE) attr |= A_REVERSE;
  int pair = 0;
  if (foreground >= 0 || background >= 0) pair = alloc_pair(foreground, background);
  if (pair < 0) pair = 0;
  wattr_set(stdscr, attr, (short)0, &pair);
}

void ct_put(int column, int row, const char *bytes, int count) { mvwaddnstr(stdscr, row, column, bytes, count); }

void ct_show(int cursor_column, int cursor_row) {
  bool is_shown = cursor_column >= 0 && wmove(stdscr, cursor_row, cursor_column) != ERR;
  curs_set(is_shown ? 1 : 0);
  wrefresh(stdscr);
}

void ct_invalidate(void) { clearok(curscr, TRUE); }

// MARK: Past curses

/// Waits for a terminal that does not take more for the moment: standard input may have made it non-blocking.
static bool wait_until_writable(void) {
  struct pollfd output = {.fd = ct_tty.output, .events = POLLOUT};
  return poll(&output, 1, 1000) > 0 && (output.revents & POLLOUT);
}

bool ct_write(const char *bytes, int count) {
  while (count > 0) {
    ssize_t written = write(ct_tty.output, bytes, (size_t)count);
    if (written > 0) {
      bytes += written;
      count -= (int)written;
    } else if (errno == EAGAIN) {
      if (!wait_until_writable()) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

void ct_enable_reports(bool mouse) {
  ct_write(paste_on, sizeof paste_on - 1);
  if (mouse) ct_write(mouse_on, sizeof mouse_on - 1);
}

void ct_disable_reports(void) { ct_write(reports_off, sizeof reports_off - 1); }
