#define _GNU_SOURCE 1

#include "cterminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool names(const char *variable, char *const withheld[]) {
  for (; *withheld; withheld++) {
    size_t length = strlen(*withheld);
    if (strncmp(variable, *withheld, length) == 0 && variable[length] == '=') return true;
  }
  return false;
}

/// The variables of this process but some. The array is the caller's; the texts stay where they are.
static char **environment_without(char *const withheld[]) {
  size_t count = 0, kept = 0;
  while (environ[count]) count++;
  char **environment = calloc(count + 1, sizeof *environment);
  for (size_t i = 0; environment && i < count; i++) {
    if (!names(environ[i], withheld)) environment[kept++] = environ[i];
  }
  return environment;
}

/// Signals to the foreground group that are meant for the other program meanwhile. Stopping stops both.
static const int held[] = {SIGINT, SIGQUIT, SIGTSTP, SIGTTOU};
#define HELD_COUNT (sizeof held / sizeof *held)

static void hold_signals(struct sigaction saved[HELD_COUNT]) {
  for (size_t i = 0; i < HELD_COUNT; i++) {
    struct sigaction action = {.sa_handler = held[i] == SIGTSTP ? SIG_DFL : SIG_IGN};
    sigaction(held[i], &action, &saved[i]);
  }
}

static void release_signals(const struct sigaction saved[HELD_COUNT]) {
  for (size_t i = 0; i < HELD_COUNT; i++) sigaction(held[i], &saved[i], NULL);
}

static int start(pid_t *child, char *const arguments[], char *const environment[], int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  int error = posix_spawnp(child, arguments[0], &files, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A program with job control of its own may have left another group in the foreground.
static void take_foreground(int input) {
  if (tcgetpgrp(input) != getpgrp()) tcsetpgrp(input, getpgrp());
}

int ct_run(char *const arguments[], char *const withheld[], int input, int output) {
  struct sigaction saved[HELD_COUNT];
  pid_t child;
  char **environment = environment_without(withheld);
  if (!environment) return -ENOMEM;
  hold_signals(saved);
  int error = start(&child, arguments, environment, input, output);
  int status = error ? -error : wait_for(child);
  if (!error) take_foreground(input);
  release_signals(saved);
  free(environment);
  return status;
}
