# SPDX-FileCopyrightText: 2026 the nearfield authors
# SPDX-License-Identifier: MIT
# The files that `cmake --install` installs, and the packages by which other projects find them.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/nearfield DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(TARGETS nearfield nearfield_static EXPORT nearfield-targets
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TARGET nearfield_command)
  install(TARGETS nearfield_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(FILES tools/nearfield/completion/nearfield.bash DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME nearfield)
  install(FILES tools/nearfield/completion/_nearfield DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/tools/nearfield/nearfield.1")
  install(FILES tools/nearfield/nearfield.1 DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()

# ---- pages, examples, the pair functions as examples ----
# Links of a page lead from share/doc/nearfield to what they lead to in the sources.
install(FILES LICENSE tools/docs/pairs.svg DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(FILES tools/examples/nve.c tools/examples/sph_density.c DESTINATION "${CMAKE_INSTALL_DOCDIR}/examples")
install(DIRECTORY cl/interact/ DESTINATION "${CMAKE_INSTALL_DOCDIR}/pair_functions" FILES_MATCHING PATTERN "pair_*.cl" PATTERN "sph_*.cl")
file(RELATIVE_PATH include_from_pages "/prefix/${CMAKE_INSTALL_DOCDIR}" "/prefix/${CMAKE_INSTALL_INCLUDEDIR}")
file(RELATIVE_PATH data_from_pages "/prefix/${CMAKE_INSTALL_DOCDIR}" "/prefix/${CMAKE_INSTALL_DATADIR}")
set(install_pages "${CMAKE_CURRENT_BINARY_DIR}/install_pages.cmake")
configure_file(tools/cmake/install_pages.cmake.in "${install_pages}" @ONLY)
install(SCRIPT "${install_pages}")

if(TARGET nearfield_command)
  set(peers "${CMAKE_INSTALL_DATADIR}/nearfield/peers")
  install(PROGRAMS tools/peers/ase_cpu tools/peers/ckdtree tools/peers/cub tools/peers/freud_cpu tools/peers/jztree_cuda
                   tools/peers/nvalchemi_cuda tools/peers/openmm_cpu tools/peers/openmm_cuda tools/peers/openmm_opencl tools/peers/thrust tools/peers/vesin_cpu tools/peers/vesin_cuda
          DESTINATION "${peers}")
  install(FILES tools/peers/README.md tools/peers/cub.cu tools/peers/nvcc.sh tools/peers/openmm_peer.py tools/peers/peer.cuh tools/peers/peer.py
                tools/peers/thrust.cu DESTINATION "${peers}")
endif()

# ---- find_package(nearfield): nearfield::nearfield, nearfield::nearfield_static ----
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/nearfield")
install(EXPORT nearfield-targets NAMESPACE nearfield:: DESTINATION "${package}")
configure_package_config_file(tools/cmake/nearfield-config.cmake.in nearfield-config.cmake
                              INSTALL_DESTINATION "${package}")
write_basic_package_version_file(nearfield-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/nearfield-config.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/nearfield-config-version.cmake"
        DESTINATION "${package}")

# ---- pkg-config ----
# The prefix is relative to nearfield.pc, so that an installed tree can be moved.
file(RELATIVE_PATH prefix_from_pc "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(tools/cmake/nearfield.pc.in nearfield.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/nearfield.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
