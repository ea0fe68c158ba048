#pragma once

#include <dlfcn.h>

/// The function of the same name that would have been called.
#define NEXT(result, name, ...) \
  static result (*next)(__VA_ARGS__); \
  if (!next) next = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)
