# find_package(hitmask) for what `cargo cinstall` installs. It defines the target hitmask::hitmask.
# Put this file into PREFIX/lib/cmake/hitmask, or name its folder in CMAKE_PREFIX_PATH and the prefix in hitmask_ROOT.

find_path(HITMASK_INCLUDE_DIR hitmask.h HINTS "${CMAKE_CURRENT_LIST_DIR}/../../.." "${hitmask_ROOT}" PATH_SUFFIXES include include/hitmask)
find_library(HITMASK_LIBRARY NAMES hitmask hitmask_capi HINTS "${CMAKE_CURRENT_LIST_DIR}/../.." "${hitmask_ROOT}/lib" "${hitmask_ROOT}")

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
