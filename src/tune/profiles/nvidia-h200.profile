nearfield profile 4
name NVIDIA H200
vendor NVIDIA Corporation
platform NVIDIA CUDA
type gpu
driver 580.159.04
look_back yes
grid_barrier yes
ptx yes
redux yes
subgroups no
wave64 no
wave32 no
int64_atomics yes
groups yes
scan.ITEMS 120
end
