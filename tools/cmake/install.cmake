# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The files that `cmake --install` installs, and the packages by which other projects find them.  The components:
#   runtime       the shared library and the licence
#   development   headers, the static library, packages, pages and examples
#   tools         the command, which needs the runtime, with its manual page, completions and peers
include(CMakePackageConfigHelpers)

install(DIRECTORY include/nearfield DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development FILES_MATCHING PATTERN "*.h")
install(TARGETS ${libraries} EXPORT nearfield-targets
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT development
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)
if(TARGET nearfield_command)
  set(peers "${CMAKE_INSTALL_DATADIR}/nearfield/peers")
  install(TARGETS nearfield_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tools)
  install(FILES tools/command/nearfield.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT tools)
  install(FILES tools/command/completion/nearfield.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
          COMPONENT tools RENAME nearfield)
  install(FILES tools/command/completion/_nearfield DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions" COMPONENT tools)
  install(DIRECTORY tools/peers/ DESTINATION "${peers}" COMPONENT tools USE_SOURCE_PERMISSIONS PATTERN "__pycache__" EXCLUDE)
endif()

# ---- pages, examples, the pair functions as examples ----
# Links of a page lead from share/doc/nearfield to what they lead to in the sources.
install(FILES docs/melt.svg docs/pairs.svg DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT development)
install(FILES examples/nve.c examples/nve_on_device.c examples/sph_density.c DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples" COMPONENT development)
install(DIRECTORY cl/function/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/pair_functions" COMPONENT development
        FILES_MATCHING PATTERN "pair_*.cl" PATTERN "sph_*.cl")
file(RELATIVE_PATH include_from_pages "${CMAKE_INSTALL_FULL_DOCDIR}" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
file(RELATIVE_PATH data_from_pages "${CMAKE_INSTALL_FULL_DOCDIR}" "${CMAKE_INSTALL_FULL_DATADIR}")
set(install_pages "${CMAKE_CURRENT_BINARY_DIR}/install_pages.cmake")
configure_file(tools/cmake/install_pages.cmake.in "${install_pages}" @ONLY)
install(SCRIPT "${install_pages}" COMPONENT development)

# ---- find_package(nearfield): nearfield::nearfield, nearfield::nearfield_static ----
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/nearfield")
install(EXPORT nearfield-targets NAMESPACE nearfield:: DESTINATION "${package}" COMPONENT development)
configure_package_config_file(tools/cmake/nearfield-config.cmake.in nearfield-config.cmake
                              INSTALL_DESTINATION "${package}")
write_basic_package_version_file(nearfield-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/nearfield-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/nearfield-config-version.cmake"
        DESTINATION "${package}" COMPONENT development)

# ---- pkg-config ----
# The prefix is relative to nearfield.pc, so that an installed tree can be moved, unless the folder of libraries is absolute.
set(pc_private "-lm")
if(CMAKE_THREAD_LIBS_INIT)
  string(APPEND pc_private " ${CMAKE_THREAD_LIBS_INIT}")
endif()
set(pc_requires "")
if(NEARFIELD_LINK_OPENCL)
  set(pc_requires OpenCL)
else()
  foreach(name IN LISTS CMAKE_DL_LIBS)
    string(APPEND pc_private " -l${name}")
  endforeach()
endif()
set(pc_public "")
if(NOT "nearfield" IN_LIST libraries)
  set(pc_public " ${pc_private}")
  set(pc_private "")
endif()
foreach(folder IN ITEMS INCLUDEDIR LIBDIR)
  set(pc_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(pc_${folder} "${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(pc_prefix "\${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  set(pc_prefix "\\\${pcfiledir}/${pc_prefix}")
endif()
set(AT "@") # pc_prefix is filled in later
configure_file(tools/cmake/nearfield.pc.in nearfield.pc.in @ONLY)
# The prefix may be given when it is installed.
install(CODE "set(pc_prefix \"${pc_prefix}\")
configure_file(\"${CMAKE_CURRENT_BINARY_DIR}/nearfield.pc.in\" \"${CMAKE_CURRENT_BINARY_DIR}/nearfield.pc\" @ONLY)" COMPONENT development)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/nearfield.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
