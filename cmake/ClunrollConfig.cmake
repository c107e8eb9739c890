# clunroll in a CMake project: kernels that are unrolled by the build, as sources are compiled by it, and the C library,
# which unrolls kernels while the program runs.
#
#   find_package(Clunroll REQUIRED)            # with -DClunroll_DIR=<clunroll>/cmake or CMAKE_PREFIX_PATH=<clunroll>
#   clunroll_add_kernels(<target>
#       SOURCES <kernel>...                    # relative to the current source folder
#       [DEFINES <NAME[=VALUE]>...]            # what the final compile may get
#       [INCLUDES <folder>...]                 # where included files lie, relative to the current source folder
#       [OPTIONS <option>...]                  # further options of clunroll, such as --deny warnings
#       [OUTPUT_DIRECTORY <folder>]            # <target>.kernels in the current binary folder unless given
#       [DIRECTORY_MACRO <NAME>]               # a macro for the target's sources: that folder, as a string
#       [EMBED <header>])                      # a generated C header for the target's sources: all kernels, as arrays
#
#   find_package(Clunroll REQUIRED COMPONENTS library)
#   target_link_libraries(<target> PRIVATE Clunroll::clunroll)
#
# There are two components. `program` gives clunroll_add_kernels; `library` gives Clunroll::clunroll, and is there where the
# C library was installed. Without COMPONENTS, one of them is enough. Clunroll::clunroll is the shared library, unless
# Clunroll_USE_STATIC_LIBS is on, or only the static one is there.
#
# Each kernel keeps its name and its path below the source folder. DEFINES, INCLUDES and OPTIONS may be generator
# expressions, one to an argument; an empty one is no argument, and a `;` separates two. The target's property
# CLUNROLL_KERNELS lists what is written. Several calls may add to one target.
#
# EMBED writes, for kernels/blur.cl, `static const char blur_cl[]` with a zero behind it and `static const size_t
# blur_cl_length` without it. That header is valid C90 and C++, whatever the kernel's size and bytes, and it is on the
# target's include path.
#
# When is a kernel made anew? When the kernel, a file that it includes, an argument, or clunroll itself has changed. The
# included files are known from clunroll's --depfile, the arguments from a file that CMake rewrites when they change:
# makefiles do not compare commands. What clunroll writes is left alone where it would be the same, so that nothing
# behind it runs again. Ninja understands that. To any other generator an output older than its input is out of date for
# ever, so that there it is touched. The header gets a stamp instead, with every generator: what includes it is not
# compiled again unless its text has changed.
#
# The makefiles of some versions of CMake (3.25 is one) do not forget what a kernel has once included. Where such a file is
# deleted, its kernel is made anew by every build, until CMakeFiles/<target>-kernels.dir/compiler_depend.internal is
# deleted as well. Ninja needs no help there.
#
# CMake 3.20 is needed: before it, makefiles read no dependency files of custom commands. Visual Studio and Xcode
# read them from 3.21 on. Paths may have blanks; with `#`, `$` or `&` in them, CMake itself fails or builds anew each
# time.

if(CMAKE_VERSION VERSION_LESS 3.20)
    set(Clunroll_FOUND FALSE)
    set(Clunroll_NOT_FOUND_MESSAGE "Clunroll needs CMake 3.20 or later, and this is ${CMAKE_VERSION}.")
    return()
endif()
cmake_policy(VERSION 3.20...3.31)

include("${CMAKE_CURRENT_LIST_DIR}/ClunrollProgram.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/ClunrollLibrary.cmake")
# With the library alone, the package is found. clunroll_add_kernels then stops with this.
set_property(GLOBAL PROPERTY CLUNROLL_PROGRAM_PROBLEM "${Clunroll_program_NOT_FOUND_MESSAGE}")

# What was asked for decides; each part says in Clunroll_<part>_NOT_FOUND_MESSAGE why it is not there.
set(Clunroll_FOUND TRUE)
set(Clunroll_NOT_FOUND_MESSAGE "")
foreach(clunroll_part IN LISTS Clunroll_FIND_COMPONENTS)
    if(NOT clunroll_part MATCHES "^(program|library)$")
        set(Clunroll_${clunroll_part}_FOUND FALSE)
        set(Clunroll_${clunroll_part}_NOT_FOUND_MESSAGE "Clunroll has no component `${clunroll_part}`.")
    endif()
    if(Clunroll_FIND_REQUIRED_${clunroll_part} AND NOT Clunroll_${clunroll_part}_FOUND)
        set(Clunroll_FOUND FALSE)
        string(APPEND Clunroll_NOT_FOUND_MESSAGE "${Clunroll_${clunroll_part}_NOT_FOUND_MESSAGE}")
    endif()
endforeach()
unset(clunroll_part)
if(NOT Clunroll_FIND_COMPONENTS AND NOT Clunroll_program_FOUND AND NOT Clunroll_library_FOUND)
    set(Clunroll_FOUND FALSE)
    set(Clunroll_NOT_FOUND_MESSAGE "${Clunroll_program_NOT_FOUND_MESSAGE}")
endif()

function(clunroll_add_kernels target)
    cmake_parse_arguments(PARSE_ARGV 1 arg
        "" "OUTPUT_DIRECTORY;DIRECTORY_MACRO;EMBED" "SOURCES;DEFINES;INCLUDES;OPTIONS")
    get_property(problem GLOBAL PROPERTY CLUNROLL_PROGRAM_PROBLEM)
    if(problem)
        message(FATAL_ERROR "clunroll_add_kernels: ${problem}")
    endif()
    _clunroll_check_arguments()
    get_target_property(aliased "${target}" ALIASED_TARGET)
    if(aliased)
        set(target "${aliased}")
    endif()

    # A configuration has its own outputs where one build folder serves several.
    set(configuration "")
    get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    if(is_multi_config)
        set(configuration "/$<CONFIG>")
    endif()
    get_property(calls TARGET "${target}" PROPERTY CLUNROLL_CALLS)
    math(EXPR calls "0${calls} + 1")
    set_property(TARGET "${target}" PROPERTY CLUNROLL_CALLS "${calls}")
    set(own_name "${target}-kernels")
    if(calls GREATER 1)
        string(APPEND own_name "-${calls}")
    endif()
    # What only the build itself reads.
    set(own_directory "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${own_name}.clunroll${configuration}")
    set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.kernels${configuration}")
    if(arg_OUTPUT_DIRECTORY)
        cmake_path(ABSOLUTE_PATH arg_OUTPUT_DIRECTORY
            BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" NORMALIZE OUTPUT_VARIABLE directory)
    endif()

    _clunroll_flags(flags)
    list(JOIN flags "\n" arguments)
    file(GENERATE OUTPUT "${own_directory}/arguments" CONTENT "${arguments}\n" TARGET "${target}")

    set(outputs "")
    foreach(source IN LISTS arg_SOURCES)
        _clunroll_place("${source}" source place)
        set(output "${directory}/${place}")
        set(depfile "${own_directory}/${place}.d")
        _clunroll_claim("${output}" "${source}")
        cmake_path(GET output PARENT_PATH output_folder)
        cmake_path(GET depfile PARENT_PATH depfile_folder)
        set(touch "")
        if(NOT CMAKE_GENERATOR MATCHES "Ninja")
            set(touch COMMAND "${CMAKE_COMMAND}" -E touch "${output}")
        endif()
        add_custom_command(
            OUTPUT "${output}"
            COMMAND "${CMAKE_COMMAND}" -E make_directory "${output_folder}" "${depfile_folder}"
            COMMAND "${CLUNROLL_EXECUTABLE}" "${source}" -o "${output}" --depfile "${depfile}" ${flags}
            ${touch}
            DEPENDS "${source}" "${CLUNROLL_EXECUTABLE}" "${own_directory}/arguments"
            DEPFILE "${depfile}"
            COMMENT "Unrolling ${place}"
            COMMAND_EXPAND_LISTS
            VERBATIM)
        list(APPEND outputs "${output}")
    endforeach()
    set_property(TARGET "${target}" APPEND PROPERTY CLUNROLL_KERNELS ${outputs})

    set(made ${outputs})
    if(arg_EMBED)
        _clunroll_embed()
    endif()
    if(arg_DIRECTORY_MACRO)
        string(REGEX REPLACE "([\\\\\"])" "\\\\\\1" text "${directory}")
        target_compile_definitions("${target}" ${scope} "${arg_DIRECTORY_MACRO}=\"${text}\"")
    endif()
    # Not target_sources: the target may be of another folder than these commands, whose outputs it would not know.
    add_custom_target("${own_name}" DEPENDS ${made})
    add_dependencies("${target}" "${own_name}")
endfunction()

# Stops where the call says something that cannot be meant, and sets `scope`: how the target is told of folders and
# macros.
macro(_clunroll_check_arguments)
    if(NOT TARGET "${target}")
        message(FATAL_ERROR "clunroll_add_kernels: there is no target `${target}` yet; \
call add_executable or add_library first.")
    endif()
    get_target_property(imported "${target}" IMPORTED)
    if(imported)
        message(FATAL_ERROR "clunroll_add_kernels: `${target}` is imported, so it is not built here.")
    endif()
    if(DEFINED arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "clunroll_add_kernels: unexpected `${arg_UNPARSED_ARGUMENTS}`; \
kernels come after the word SOURCES.")
    endif()
    if(NOT arg_SOURCES)
        message(FATAL_ERROR "clunroll_add_kernels: SOURCES names no kernel.")
    endif()
    foreach(word IN ITEMS OUTPUT_DIRECTORY DIRECTORY_MACRO EMBED)
        if(word IN_LIST arg_KEYWORDS_MISSING_VALUES)
            message(FATAL_ERROR "clunroll_add_kernels: ${word} has no value.")
        endif()
    endforeach()
    if(IS_ABSOLUTE "${arg_EMBED}")
        message(FATAL_ERROR "clunroll_add_kernels: EMBED is the name of the header in an include, not a path.")
    endif()
    get_target_property(scope "${target}" TYPE)
    if(scope STREQUAL "INTERFACE_LIBRARY")
        set(scope INTERFACE)
    elseif(scope STREQUAL "UTILITY" AND (arg_EMBED OR arg_DIRECTORY_MACRO))
        message(FATAL_ERROR "clunroll_add_kernels: `${target}` compiles nothing, \
so EMBED and DIRECTORY_MACRO have no use.")
    else()
        set(scope PRIVATE)
    endif()
endmacro()

# What follows from DEFINES, INCLUDES and OPTIONS. Of a generator expression it is known only later whether it is empty,
# one value or a list.
function(_clunroll_flags result)
    set(flags "")
    foreach(define IN LISTS arg_DEFINES)
        string(REGEX REPLACE "^-D" "" define "${define}")
        _clunroll_append(-D "${define}")
    endforeach()
    foreach(folder IN LISTS arg_INCLUDES)
        if(NOT folder MATCHES "^\\$<")
            cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
        endif()
        _clunroll_append(-I "${folder}")
    endforeach()
    set(${result} ${flags} ${arg_OPTIONS} PARENT_SCOPE)
endfunction()

function(_clunroll_append flag value)
    if(value MATCHES "\\$<")
        list(APPEND flags "$<$<NOT:$<STREQUAL:${value},>>:${flag}$<JOIN:${value},$<SEMICOLON>${flag}>>")
    elseif(NOT value STREQUAL "")
        list(APPEND flags "${flag}${value}")
    endif()
    set(flags "${flags}" PARENT_SCOPE)
endfunction()

# Where a kernel lies, and what it is called below the output folder: its path below the source folder or, if another
# command makes it, below the binary folder, and its name alone if it lies elsewhere.
function(_clunroll_place source absolute_result place_result)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    get_source_file_property(generated "${source}" GENERATED)
    if(NOT generated AND NOT EXISTS "${source}")
        message(FATAL_ERROR "clunroll_add_kernels: there is no kernel ${source}")
    endif()
    cmake_path(GET source FILENAME place)
    # The binary folder first, since it may lie in the source folder.
    foreach(base IN ITEMS "${CMAKE_CURRENT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
        cmake_path(IS_PREFIX base "${source}" NORMALIZE is_below)
        if(is_below)
            cmake_path(RELATIVE_PATH source BASE_DIRECTORY "${base}" OUTPUT_VARIABLE place)
            break()
        endif()
    endforeach()
    set(${absolute_result} "${source}" PARENT_SCOPE)
    set(${place_result} "${place}" PARENT_SCOPE)
endfunction()

# Stops where an output would be written by two commands, or over a kernel.
function(_clunroll_claim output source)
    get_property(other GLOBAL PROPERTY "CLUNROLL_SOURCE_OF_${output}")
    if(other)
        message(FATAL_ERROR "clunroll_add_kernels: ${other} and ${source} would both become ${output}; \
give one of them its own OUTPUT_DIRECTORY.")
    endif()
    set_property(GLOBAL PROPERTY "CLUNROLL_SOURCE_OF_${output}" "${source}")
    if(EXISTS "${output}")
        file(REAL_PATH "${output}" real_output)
        file(REAL_PATH "${source}" real_source)
        if(real_output STREQUAL real_source)
            message(FATAL_ERROR "clunroll_add_kernels: ${source} would be overwritten; \
choose another OUTPUT_DIRECTORY.")
        endif()
    endif()
endfunction()

# Lets the build write the header of all kernels of this call.
macro(_clunroll_embed)
    set(header_directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.include${configuration}")
    set(list "")
    set(names "")
    foreach(output IN LISTS outputs)
        cmake_path(GET output FILENAME file_name)
        # Neither reserved for the compiler (two underscores, one at the beginning) nor beginning with a digit.
        string(MAKE_C_IDENTIFIER "${file_name}" name)
        string(REGEX REPLACE "__+" "_" name "${name}")
        string(REGEX REPLACE "^_" "kernel_" name "${name}")
        if(name IN_LIST names)
            message(FATAL_ERROR "clunroll_add_kernels: two kernels would have the name `${name}` in ${arg_EMBED}; \
give one of them its own header in another call.")
        endif()
        list(APPEND names "${name}")
        string(APPEND list "embed(${name} [==[${file_name}]==] [==[${output}]==])\n")
    endforeach()
    # A script that calls `embed` for each kernel: a list in a file may be of any length, and a change of it is seen.
    file(GENERATE OUTPUT "${own_directory}/embed.cmake" CONTENT "${list}")
    # Configure-time and build-time CMake are the same program. A function's own folder is that of its file.
    set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/ClunrollEmbed.cmake")
    add_custom_command(
        OUTPUT "${own_directory}/embed.stamp"
        BYPRODUCTS "${header_directory}/${arg_EMBED}"
        COMMAND "${CMAKE_COMMAND}" "-DLIST=${own_directory}/embed.cmake" "-DNAME=${arg_EMBED}"
            "-DHEADER=${header_directory}/${arg_EMBED}" -P "${script}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${own_directory}/embed.stamp"
        DEPENDS ${outputs} "${own_directory}/embed.cmake" "${script}"
        COMMENT "Embedding kernels in ${arg_EMBED}"
        VERBATIM)
    list(APPEND made "${own_directory}/embed.stamp")
    target_include_directories("${target}" ${scope} "${header_directory}")
endmacro()
