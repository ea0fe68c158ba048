#include "cterminal.h"
