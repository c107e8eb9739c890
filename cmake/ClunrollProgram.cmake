# The program clunroll, which clunroll_add_kernels runs: CLUNROLL_EXECUTABLE, and whether it is one that fits this package.
#
# It runs on the machine that builds, also where the build is for another one.
find_program(CLUNROLL_EXECUTABLE
    NAMES clunroll
    PATHS "$ENV{CARGO_INSTALL_ROOT}/bin" "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" "$ENV{USERPROFILE}/.cargo/bin"
    DOC "The program clunroll, which unrolls loops in OpenCL C"
    NO_CMAKE_FIND_ROOT_PATH)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH clunroll_root)
set(clunroll_remedy "Install it")
# In a clone, and not where this package was installed with the C library.
if(EXISTS "${clunroll_root}/Cargo.toml")
    string(APPEND clunroll_remedy " with `cargo install --locked --path \"${clunroll_root}\"`")
endif()
string(APPEND clunroll_remedy ", or name it with -DCLUNROLL_EXECUTABLE=<path>.")
set(Clunroll_program_FOUND TRUE)
set(Clunroll_program_NOT_FOUND_MESSAGE "")
if(NOT CLUNROLL_EXECUTABLE)
    set(Clunroll_program_FOUND FALSE)
    set(Clunroll_program_NOT_FOUND_MESSAGE "The program clunroll was not found. ${clunroll_remedy}")
else()
    execute_process(COMMAND "${CLUNROLL_EXECUTABLE}" --version
        RESULT_VARIABLE clunroll_status OUTPUT_VARIABLE clunroll_answer ERROR_VARIABLE clunroll_answer)
    if(NOT clunroll_status EQUAL 0 OR NOT clunroll_answer MATCHES "^clunroll ([0-9]+\\.[0-9]+\\.[0-9]+)")
        set(Clunroll_program_FOUND FALSE)
        set(Clunroll_program_NOT_FOUND_MESSAGE
            "CLUNROLL_EXECUTABLE=${CLUNROLL_EXECUTABLE} is not the program clunroll. ${clunroll_remedy}")
    elseif(CMAKE_MATCH_1 VERSION_LESS Clunroll_VERSION)
        set(Clunroll_program_FOUND FALSE)
        set(Clunroll_program_NOT_FOUND_MESSAGE "${CLUNROLL_EXECUTABLE} is clunroll ${CMAKE_MATCH_1}, \
which is older than this package, ${Clunroll_VERSION}. ${clunroll_remedy}")
    endif()
    unset(clunroll_status)
    unset(clunroll_answer)
endif()
unset(clunroll_remedy)
unset(clunroll_root)
