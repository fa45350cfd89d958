/** Simulates a codec that hangs. */
setInterval(() => {}, 1000);
