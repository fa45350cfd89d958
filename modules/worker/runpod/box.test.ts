import { expect, test } from 'vitest';
import { readRunpodBox } from './box.ts';

const ENV = {
  RUNPOD_POD_ID: 'pod1',
  RUNPOD_AI_API_KEY: 'key',
  RUNPOD_WEBHOOK_GET_JOB: 'https://api.runpod.ai/v2/ep/job-take/$ID?gpu=A+40',
  RUNPOD_WEBHOOK_POST_OUTPUT: 'https://api.runpod.ai/v2/ep/job-done/$RUNPOD_POD_ID/$ID?gpu=A+40',
  RUNPOD_WEBHOOK_PING: 'https://api.runpod.ai/v2/ep/ping/$RUNPOD_POD_ID',
};

test('its URLs are those that RunPod set, filled in', () => {
  const box = readRunpodBox(ENV);
  if (typeof box === 'string') throw new Error(box);
  const base = 'https://api.runpod.ai/v2/ep';
  expect(box.takeUrl(false)).toBe(`${base}/job-take/pod1?gpu=A+40&job_in_progress=0`);
  expect(box.stopUrl).toBe(`${base}/job-stop/pod1?gpu=A+40`);
  expect(box.outputUrl('j-1')).toBe(`${base}/job-done/pod1/j-1?gpu=A+40&isStream=false`);
  expect(box.pingUrl('j-1')).toBe(`${base}/ping/pod1?job_id=j-1`);
  expect(box.pingUrl(null)).toBe(`${base}/ping/pod1`);
  expect(box.pingEveryMs).toBe(10_000);
});

test('elsewhere it says what is missing and what to do', () => {
  const { RUNPOD_POD_ID: _, ...rest } = ENV;
  expect(readRunpodBox(rest)).toContain('RUNPOD_POD_ID');
  expect(readRunpodBox({})).toContain('set RELAY_URL');
});
