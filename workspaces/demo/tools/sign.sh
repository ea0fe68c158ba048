#!/bin/sh
# A step of groups/checkout.yaml: JSON comes on standard input, JSON goes to standard output, and what is written to
# standard error goes into the log.
input=$(cat)
echo "signing ${#input} characters" >&2
printf '{ "signature": "%s" }\n' "$(printf %s "$input" | sha256sum | cut -c 1-16)"
