#!/usr/bin/env bash
# Cost of dreams on a GPU, for the tables in modules/worker/README.md, with random weights at the size of published models. Runs in
# two steps, because the machine with the GPU may have nothing else, not even a network:
#
#   bash tests/bench/gpu.sh pack FOLDER    in a checkout with its packages: writes everything needed into FOLDER (50 MB)
#   bash FOLDER/gpu.sh                     on the machine with the GPU (Linux, x86-64): prints the tables within nine minutes
#
# GPU_SECONDS (540), GPU_MODELS (sdxs,sd-turbo) and GPU_DEVICES (webgpu,cuda) change what is measured. The pack excludes CUDA's part of
# ONNX Runtime, which is too large; if the machine has it, set CUDA_ENGINE to its folder (DATA_DIR/engines/…-cuda).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

pack() {
  local out=$1 root engine
  root=$(cd "$here/../.." && pwd)
  cd "$root"
  local bun=(npx -y bun@1.4.4)
  mkdir -p "$out"
  engine=$("${bun[@]}" tests/bench/gpu-engine.ts)
  "${bun[@]}" build tests/bench/gpu.ts --target=bun --outfile="$out/gpu.js" >/dev/null
  # The engine forks its process from a file next to itself.
  "${bun[@]}" build modules/worker/diffusion/engine-child.ts --target=bun --outfile="$out/engine-child.js" >/dev/null
  mv "$out/engine-child.js" "$out/engine-child.ts"
  tar -C "$engine" --exclude='*/arm64' --exclude='*/darwin' --exclude='*/win32' -cf - . | xz -T0 -6 >"$out/engine.tar.xz"
  xz -T0 -6 -c "$("${bun[@]}" -e 'console.log(process.execPath)')" >"$out/bun.xz"
  local loader
  loader=$(ldconfig -p 2>/dev/null | sed -n 's/.*x86-64.* => \(.*libvulkan\.so\.1\)$/\1/p' | head -1)
  [ -z "$loader" ] || cp -L "$loader" "$out/libvulkan.so.1"
  cp "$here/gpu.sh" "$out/gpu.sh"
  du -sh "$out"
}

# NVIDIA's containers include its driver, but not the file that makes Vulkan find it. Prefers the EGL library, which doesn't need X11.
lead_vulkan() {
  local work=$1 driver
  export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$work"
  ls /usr/share/vulkan/icd.d/*.json /etc/vulkan/icd.d/*.json >/dev/null 2>&1 && return
  driver=$(find /usr -name 'libEGL_nvidia.so.0' -print -quit 2>/dev/null || true)
  [ -n "$driver" ] || driver=$(find /usr -name 'libGLX_nvidia.so.0' -print -quit 2>/dev/null || true)
  [ -n "$driver" ] || return 0
  printf '{"file_format_version":"1.0.0","ICD":{"library_path":"%s","api_version":"1.3.0"}}' "$driver" >"$work/nvidia_icd.json"
  export VK_ICD_FILENAMES="$work/nvidia_icd.json"
}

# Recordings are encoded with x264. Shows whether the GPU's own encoder would be worth a setting.
encoders() {
  echo
  echo '| Encoder, 1280 × 720, 30 s of film | Seconds | Frames a second |'
  echo '| --- | --- | --- |'
  if ! command -v ffmpeg >/dev/null; then
    echo '| not measured: there is no ffmpeg here | – | – |'
    return
  fi
  local name began took
  for name in libx264 h264_nvenc; do
    began=$(date +%s%N)
    if timeout 60 ffmpeg -v error -f lavfi -i 'testsrc2=size=1280x720:rate=16:duration=30' -c:v "$name" -f null - 2>"$work/$name.log"; then
      took=$(( ($(date +%s%N) - began) / 1000000 ))
      echo "| $name | $(awk "BEGIN{printf \"%.1f\", $took/1000}") | $(( 480000 / (took > 0 ? took : 1) )) |"
    else
      echo "| $name: $(tail -1 "$work/$name.log" | cut -c1-100) | – | – |"
    fi
  done
}

if [ "${1:-}" = pack ]; then
  pack "$(mkdir -p "${2:?a folder}" && cd "$2" && pwd)"
  exit
fi
[ -f "$here/bun.xz" ] || { echo 'This is not a pack: bash tests/bench/gpu.sh pack FOLDER makes one.' >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
xz -dc "$here/bun.xz" >"$work/bun"
chmod +x "$work/bun"
mkdir "$work/engine"
tar -C "$work/engine" -xJf "$here/engine.tar.xz"
cp "$here"/gpu.js "$here"/engine-child.ts "$work"
[ ! -f "$here/libvulkan.so.1" ] || cp "$here/libvulkan.so.1" "$work"
lead_vulkan "$work"
nvidia-smi --query-gpu=name,memory.total,driver_version --format=csv,noheader 2>/dev/null || echo 'nvidia-smi finds no GPU'
"$work/bun" "$work/gpu.js" "$work"
encoders
