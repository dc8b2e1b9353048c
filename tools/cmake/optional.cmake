# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# Libraries that the command uses where they are found: each has an option, AUTO, ON or OFF, and a target where it is used.

# Makes the target if a program with the header that calls the function compiles with these include folders and libraries.
function(nearfield_optional target option header call includes libraries)
  if(libraries AND NOT libraries MATCHES "NOTFOUND")
    include(CheckCSourceCompiles)
    set(CMAKE_REQUIRED_INCLUDES ${includes})
    set(CMAKE_REQUIRED_LIBRARIES ${libraries})
    check_c_source_compiles("#include <${header}>\nint main(void) { return !${call}; }" ${option}_COMPILES)
  endif()
  if(${option}_COMPILES)
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE ${includes})
    target_link_libraries(${target} INTERFACE ${libraries})
  elseif(NOT ${option} STREQUAL "AUTO")
    message(FATAL_ERROR "${option} is ${${option}}, but ${header} or its library was not found")
  else()
    message(STATUS "${header} was not found: the command is built without it")
  endif()
endfunction()

# Headers of a parallel HDF5 need those of MPI, which may be missing: then it does not compile.
if(NEARFIELD_HDF5 STREQUAL "AUTO" OR NEARFIELD_HDF5)
  find_package(HDF5 QUIET COMPONENTS C)
  nearfield_optional(nearfield_hdf5 NEARFIELD_HDF5 hdf5.h "H5open()" "${HDF5_C_INCLUDE_DIRS}" "${HDF5_C_LIBRARIES}")
endif()
if(NEARFIELD_CHEMFILES STREQUAL "AUTO" OR NEARFIELD_CHEMFILES)
  find_path(CHEMFILES_INCLUDE_DIR chemfiles.h)
  find_library(CHEMFILES_LIBRARY chemfiles)
  nearfield_optional(nearfield_chemfiles NEARFIELD_CHEMFILES chemfiles.h "chfl_version()" "${CHEMFILES_INCLUDE_DIR}" "${CHEMFILES_LIBRARY}")
endif()
if(NEARFIELD_PLOT STREQUAL "AUTO" OR NEARFIELD_PLOT)
  find_path(PLPLOT_INCLUDE_DIR plplot/plplot.h)
  find_library(PLPLOT_LIBRARY plplot)
  nearfield_optional(nearfield_plplot NEARFIELD_PLOT plplot/plplot.h "plsetopt(0, 0)" "${PLPLOT_INCLUDE_DIR}" "${PLPLOT_LIBRARY}")
endif()
