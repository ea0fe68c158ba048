/// The border to curses and to the terminal's signals: plain functions and one event struct, no curses type and no macro.
///
/// Curses, the signals and the terminal belong to the whole process, and so does this state: one screen at a time, driven
/// by one thread. Only `ct_wake` may be called from any thread, and from a signal handler.
#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <stdbool.h>
#include <stdint.h>

// MARK: Text

/// Takes the character set from the environment, or UTF-8 where that names none. False when there is only ASCII.
bool ct_use_locale(void);

/// Columns the C library, and so curses, gives a character: 0, 1, 2, or -1 for one it does not know.
int ct_width(uint32_t scalar);

/// Which curses this is, such as "ncurses 6.4.20221231".
const char *ct_library_version(void);

// MARK: The screen

typedef enum { CT_OK, CT_UNKNOWN_TERMINAL, CT_BUSY } ct_result;

/// Takes the terminal over: alternate screen, raw keys, no echo.
ct_result ct_open(const char *terminal_type, int input, int output);
/// Gives it back as it was, and forgets it.
void ct_close(void);

/// Gives the terminal back for a while, and takes it again.
void ct_leave(void);
void ct_enter(void);

/// Colours the terminal has; -1 or 0 when none.
int ct_colors(void);
/// The size the terminal reports; false when it reports none.
bool ct_measure(int *columns, int *rows);
/// The size curses draws in.
void ct_size(int *columns, int *rows);
void ct_resize(int columns, int rows);

/// The bytes a named terminfo capability stands for, or null.
const char *ct_capability(const char *name);

typedef enum { CT_BOLD = 1, CT_DIM = 2, CT_ITALIC = 4, CT_UNDERLINE = 8, CT_REVERSE = 16 } ct_attributes;

/// Sets the look of what is put next. A colour of -1 is the terminal's own.
void ct_style(int attributes, int foreground, int background);
/// Puts UTF-8 text into curses' picture of the screen.
void ct_put(int column, int row, const char *bytes, int count);
/// Brings the terminal up to the picture. A negative column hides the cursor.
void ct_show(int cursor_column, int cursor_row);
/// Makes the next `ct_show` draw everything anew.
void ct_invalidate(void);

/// Writes bytes past curses, all of them or none after an error. False when the terminal is gone.
bool ct_write(const char *bytes, int count);

/// Mouse reports and bracketed paste.
void ct_enable_reports(bool mouse);
void ct_disable_reports(void);

// MARK: Input and signals

typedef enum {
  CT_NOTHING,        // the time is up
  CT_BYTES,          // typed
  CT_WOKEN,          // ct_wake was called
  CT_RESIZED,        // SIGWINCH
  CT_STOP_REQUESTED, // SIGTSTP from outside
  CT_CONTINUED,      // SIGCONT after a stop nobody announced
  CT_TERMINATED,     // SIGTERM or SIGINT from outside
  CT_HUNG_UP         // SIGHUP, or the terminal is gone
} ct_kind;

/// Sleeps until something happens, or for so many milliseconds; -1 waits forever. What was typed is in `bytes`, which has room for
/// `*count` and gets that many.
ct_kind ct_wait(int input, int milliseconds, uint8_t *bytes, int *count);
void ct_wake(void);
/// Which signal wanted the program to end (SIGTERM, SIGINT, SIGHUP; SIGHUP also where the terminal is gone); 0 for none.
int ct_ending_signal(void);
/// Drops what was typed and not read.
void ct_discard_input(int input);

/// Catches the signals above, and those of a crash: on a crash the terminal is restored before the handler that was there
/// (Swift's backtracer) goes on.
void ct_catch_signals(void);
void ct_release_signals(void);

/// Stops the process group as Ctrl-Z does, and returns when it goes on.
void ct_stop_group(void);

/// Runs a program on the terminal and waits for it. Its status, 128 + n when signal n ended it, or the negative error
/// number when it could not be started. It does not get the variables of the environment that are withheld.
int ct_run(char *const arguments[], char *const withheld[], int input, int output);

/// Sends standard error to a file until `ct_end_errors`, which shows the last of what was written to it meanwhile, with its
/// control characters made harmless. A crash and an exit end it by themselves.
bool ct_divert_errors(int file);
void ct_end_errors(void);
/// Lets standard error through for a while.
void ct_pause_errors(void);
void ct_resume_errors(void);
/// A file without a name, in memory; -1 when there is none.
int ct_memory_file(void);

/// Neither the kernel writes this process's memory to a file when it crashes, nor may another process of this user read it
/// (Linux, PR_SET_DUMPABLE), nor does a backtrace print parts of it. Programs that it starts are free of it. To be called before any
/// handler of a crash is installed.
void ct_forbid_memory_dumps(void);

#endif
