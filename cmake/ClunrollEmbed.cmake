# Writes a C header that holds files as arrays:
#
#   cmake -DLIST=<script that calls embed()> -DNAME=<header, as it is included> -DHEADER=<file> -P ClunrollEmbed.cmake
#
# A string literal would not do: C90 promises 509 characters, C99 4095, and a well-known compiler ends at 64 KiB. So
# every byte is a character constant, `'\x23'`, which is a `char` whether that is signed or not; as a number, one above
# 127 would be no `char` to C++. A zero follows, which is not counted, so that the array is also a string.
#
# A header that would be the same is left as it is, and with it all that was compiled from it.
cmake_minimum_required(VERSION 3.20)

string(TOUPPER "${NAME}" guard)
string(MAKE_C_IDENTIFIER "CLUNROLL_EMBEDDED_${guard}" guard)
string(REGEX REPLACE "__+" "_" guard "${guard}")
set(text "/* Made from the kernels below by clunroll_add_kernels; changes here are lost. */
#ifndef ${guard}
#define ${guard}

#include <stddef.h>
")

function(embed name file_name path)
    # The length in hexadecimal digits is known without a second look at the file, which might be another one by then.
    file(READ "${path}" bytes HEX)
    string(LENGTH "${bytes}" length)
    math(EXPR length "${length} / 2")
    # Sixteen bytes to a line; CMake's regular expressions cannot count.
    string(REPEAT "." 32 line)
    string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(APPEND text "
/* ${file_name} */
static const char ${name}[] = {
${bytes}'\\0'
};
static const size_t ${name}_length = ${length};
")
    set(text "${text}" PARENT_SCOPE)
endfunction()

include("${LIST}")
string(APPEND text "\n#endif\n")

set(old "")
if(EXISTS "${HEADER}")
    file(READ "${HEADER}" old)
endif()
if(NOT old STREQUAL text)
    # Nobody sees half of it.
    file(WRITE "${HEADER}.new" "${text}")
    file(RENAME "${HEADER}.new" "${HEADER}")
endif()
