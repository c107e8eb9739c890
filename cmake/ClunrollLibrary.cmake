# The C library, as `Clunroll::clunroll`. It is installed with this file, below the same prefix:
#
#   <prefix>/share/cmake/Clunroll/ClunrollLibrary.cmake
#   <prefix>/include/clunroll.h
#   <prefix>/<lib>/libclunroll.so, libclunroll.a
#
# So it is looked for there and nowhere else: a library of another version may lie elsewhere. In a clone there is none.
cmake_path(SET clunroll_prefix NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/../../..")
if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/../Cargo.toml")
    cmake_path(SET clunroll_prefix NORMALIZE "${CMAKE_CURRENT_LIST_DIR}/none")
endif()
set(clunroll_places PATHS "${clunroll_prefix}" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
set(clunroll_folders PATH_SUFFIXES lib "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib64)
# What was found for another prefix does not count.
foreach(clunroll_file IN ITEMS Clunroll_INCLUDE_DIR Clunroll_SHARED_LIBRARY Clunroll_STATIC_LIBRARY)
    unset(${clunroll_file} CACHE)
endforeach()
find_path(Clunroll_INCLUDE_DIR clunroll.h ${clunroll_places} PATH_SUFFIXES include)
find_library(Clunroll_STATIC_LIBRARY
    NAMES "${CMAKE_STATIC_LIBRARY_PREFIX}clunroll${CMAKE_STATIC_LIBRARY_SUFFIX}" ${clunroll_places} ${clunroll_folders})
if(WIN32)
    # The import library; the library itself lies in bin/.
    set(clunroll_shared clunroll.dll.lib libclunroll.dll.a)
else()
    set(clunroll_shared "${CMAKE_SHARED_LIBRARY_PREFIX}clunroll${CMAKE_SHARED_LIBRARY_SUFFIX}")
endif()
find_library(Clunroll_SHARED_LIBRARY NAMES ${clunroll_shared} ${clunroll_places} ${clunroll_folders})
mark_as_advanced(Clunroll_INCLUDE_DIR Clunroll_SHARED_LIBRARY Clunroll_STATIC_LIBRARY)

set(Clunroll_library_FOUND FALSE)
set(Clunroll_library_NOT_FOUND_MESSAGE "The C library of clunroll is not installed in ${clunroll_prefix}. \
Install it with `cargo cinstall -p clunroll-capi --prefix <folder>` (docs/c.md), \
and name that folder with -DCMAKE_PREFIX_PATH=<folder>.")
if(Clunroll_INCLUDE_DIR AND (Clunroll_SHARED_LIBRARY OR Clunroll_STATIC_LIBRARY))
    set(Clunroll_library_FOUND TRUE)
    if(NOT TARGET Clunroll::clunroll)
        if(Clunroll_SHARED_LIBRARY AND NOT (Clunroll_USE_STATIC_LIBS AND Clunroll_STATIC_LIBRARY))
            add_library(Clunroll::clunroll SHARED IMPORTED)
            if(WIN32)
                set_target_properties(Clunroll::clunroll PROPERTIES
                    IMPORTED_IMPLIB "${Clunroll_SHARED_LIBRARY}" IMPORTED_LOCATION "${clunroll_prefix}/bin/clunroll.dll")
            else()
                set_target_properties(Clunroll::clunroll PROPERTIES IMPORTED_LOCATION "${Clunroll_SHARED_LIBRARY}")
            endif()
        else()
            # What Rust's standard library needs; rustc prints it with `--print native-static-libs`.
            if(WIN32)
                set(clunroll_needs kernel32 ntdll userenv ws2_32 dbghelp)
            elseif(APPLE)
                set(clunroll_needs iconv)
            else()
                set(clunroll_needs gcc_s pthread m ${CMAKE_DL_LIBS})
            endif()
            add_library(Clunroll::clunroll STATIC IMPORTED)
            set_target_properties(Clunroll::clunroll PROPERTIES
                IMPORTED_LOCATION "${Clunroll_STATIC_LIBRARY}" INTERFACE_LINK_LIBRARIES "${clunroll_needs}")
            unset(clunroll_needs)
        endif()
        set_target_properties(Clunroll::clunroll PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Clunroll_INCLUDE_DIR}")
    endif()
endif()
unset(clunroll_prefix)
unset(clunroll_places)
unset(clunroll_folders)
unset(clunroll_file)
unset(clunroll_shared)
