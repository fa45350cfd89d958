/** Stands in for a codec that takes its process down. */
console.error('the codec met its end');
process.kill(process.pid, 'SIGABRT');
// The signal is on its way.
setInterval(() => {}, 1000);
