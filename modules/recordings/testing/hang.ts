/** Stands in for a codec that never comes back. */
setInterval(() => {}, 1000);
