"""bare-onnx.py MODEL WARM PICTURES: runs a model's graphs without anything else, and prints the measurements as JSON."""

import json
import re
import sys
import time

import numpy as np
import onnxruntime as ort

model, warm, pictures = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
options = ort.SessionOptions()
options.log_severity_level = 3
# same as ours: spinning threads would take CPU time from other processes
options.add_session_config_entry("session.intra_op.allow_spinning", "0")


def open_graph(graph):
    path = f"{model}/{graph}/model.onnx"
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def now():
    return time.perf_counter() * 1000


began = now()
text, unet, encoder, decoder = map(
    open_graph, ["text_encoder", "unet", "vae_encoder", "vae_decoder"]
)
start_ms = now() - began

before = now()
states = text.run(None, {"input_ids": np.zeros((1, 77), np.int64)})[0]
text_ms = now() - before
dice = np.random.default_rng(1)
latent = dice.standard_normal((1, 4, 40, 72), np.float32)
picture = dice.standard_normal((1, 3, 320, 576), np.float32)
step = {"sample": latent, "timestep": np.array([500], np.int64), "encoder_hidden_states": states}

stages = {"encode": [], "unet": [], "decode": []}
picture_ms = []
worked = time.process_time()
for index in range(warm + pictures):
    if index == warm:
        worked = time.process_time()
    start = now()
    encoder.run(None, {"sample": picture})
    encoded = now()
    unet.run(None, step)
    stepped = now()
    decoder.run(None, {"latent_sample": latent})
    end = now()
    if index >= warm:
        stages["encode"].append(encoded - start)
        stages["unet"].append(stepped - encoded)
        stages["decode"].append(end - stepped)
        picture_ms.append(end - start)

processor_ms = (time.process_time() - worked) * 1000 / pictures
with open("/proc/self/status", encoding="utf8") as status:
    peak = int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
print(
    json.dumps(
        {
            "startMs": start_ms,
            "textMs": text_ms,
            "stages": stages,
            "imageMs": picture_ms,
            "processorMs": processor_ms,
            "peakMb": peak,
        }
    )
)
