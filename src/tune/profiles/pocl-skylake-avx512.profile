nearfield profile 4
name pthread-skylake-avx512-Intel(R) Xeon(R) Processor
vendor GenuineIntel
platform Portable Computing Language
type cpu
driver 3.1+debian
look_back no
grid_barrier no
ptx no
redux no
subgroups no
wave64 no
wave32 no
int64_atomics yes
groups yes
end
