#!/bin/sh
# Starts the systemd of a folder with Debian, as a machine with its own processes, network and control groups. The process
# that runs this ends it.
#
#   boot-debian.sh ROOT CONTROL_GROUP
set -eu
if [ "${3:-}" != inside ]; then
  mkdir "$2"
  echo $$ >"$2/cgroup.procs"
  exec unshare --mount --net --pid --uts --ipc --cgroup --fork --kill-child "$0" "$1" "$2" inside
fi
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ip link set lo up
hostname zawadi-test
exec env -i container=zawadi-test PATH=/usr/sbin:/usr/bin chroot "$root" /usr/lib/systemd/systemd
