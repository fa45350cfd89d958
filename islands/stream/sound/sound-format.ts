/* In its own file, so that pages and the worklet don't load the protocol. */

export const SAMPLE_RATE = 48_000;
/** 20 ms */
export const PACKET_SAMPLES = 960;
