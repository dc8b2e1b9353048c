nearfield profile 4
name NVIDIA H100 80GB HBM3
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
scan.GROUP 512
scan.ITEMS 112
scan.WIDE_ITEMS 24
potential.GROUP 32
potential.ITEMS 8
interact/lennard-jones/3d/float32/density=3^0/n=8^1 clusters
interact/lennard-jones/3d/float32/density=3^0/n=8^2 clusters
interact/lennard-jones/3d/float32/density=3^0/n=8^3 clusters
interact/lennard-jones/3d/float32/density=3^0/n=8^4 clusters
interact/lennard-jones/3d/float32/density=3^0/n=8^5 cluster-lists
interact/lennard-jones/3d/float32/density=3^2/n=8^2 clusters
interact/lennard-jones/3d/float32/density=3^2/n=8^3 clusters
interact/lennard-jones/3d/float32/density=3^2/n=8^4 clusters
interact/lennard-jones/3d/float32/density=3^2/n=8^5 cluster-lists
interact/lennard-jones/3d/float32/density=3^2/n=8^6 walk
interact/lennard-jones/3d/float32/density=3^4/n=8^3 clusters
interact/lennard-jones/3d/float32/density=3^4/n=8^4 cluster-lists
interact/lennard-jones/3d/float32/density=3^4/n=8^5 cluster-lists
interact/lennard-jones/3d/float32/density=3^4/n=8^6 cluster-lists
interact/lennard-jones/3d/float32/density=3^4/n=8^7 cluster-lists
end
