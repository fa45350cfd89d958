/** Simulates a codec that crashes its process. */
console.error('the codec met its end');
process.kill(process.pid, 'SIGABRT');
// Wait for the signal to arrive.
setInterval(() => {}, 1000);
