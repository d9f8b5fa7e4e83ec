# find_package(hitmask) for what `cargo cinstall` installs, which puts this file into PREFIX/share/hitmask/cmake. It defines the target
# hitmask::hitmask. Name the prefix in CMAKE_PREFIX_PATH if it is not one of the system's.
#
# For libraries and headers elsewhere, set HITMASK_LIBRARY and HITMASK_INCLUDE_DIR.

# First what was installed with this file, so that it never finds the library of another version.
get_filename_component(HITMASK_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_path(HITMASK_INCLUDE_DIR hitmask.h PATHS "${HITMASK_PREFIX}" PATH_SUFFIXES include/hitmask NO_DEFAULT_PATH)
find_path(HITMASK_INCLUDE_DIR hitmask.h PATH_SUFFIXES hitmask include/hitmask)
find_library(HITMASK_LIBRARY hitmask PATHS "${HITMASK_PREFIX}"
  PATH_SUFFIXES "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib64 lib NO_DEFAULT_PATH)
find_library(HITMASK_LIBRARY NAMES hitmask hitmask_capi)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(hitmask REQUIRED_VARS HITMASK_LIBRARY HITMASK_INCLUDE_DIR)

if(hitmask_FOUND AND NOT TARGET hitmask::hitmask)
  add_library(hitmask::hitmask UNKNOWN IMPORTED)
  set_target_properties(hitmask::hitmask PROPERTIES
    IMPORTED_LOCATION "${HITMASK_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${HITMASK_INCLUDE_DIR}")
  # The static library needs what Rust's standard library needs.
  if(HITMASK_LIBRARY MATCHES "\\.a$" AND UNIX AND NOT APPLE)
    set_property(TARGET hitmask::hitmask PROPERTY INTERFACE_LINK_LIBRARIES "pthread;dl;m;gcc_s")
  endif()
endif()
mark_as_advanced(HITMASK_INCLUDE_DIR HITMASK_LIBRARY)
