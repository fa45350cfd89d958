import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../src/config.ts';
import { type BillingStage, openBillingStage } from '../billing-stage.ts';

let stage: BillingStage;
beforeAll(async () => {
  stage = await openBillingStage({ faults: { dropped: 0, repeated: 0.3 } });
});
afterAll(() => stage.close());

describe(`buying a plan on ${dialect}`, () => {
  test('a person pays at Stripe and is subscribed once its events are in', async () => {
    const ada = await stage.person();
    const { status, json } = await stage.checkout(ada, 'basic');
    expect([status, json]).toEqual([200, { url: expect.stringMatching(/\/pay\/cs_test_/) }]);
    expect(await stage.right(ada)).toBe('user');
    const back = stage.press(json.url);
    expect(back.pathname).toBe('/success');
    expect(back.searchParams.get('session_id')).toMatch(/^cs_test_/);
    await stage.deliverAll();
    expect(await stage.right(ada)).toBe('basic');
  });
});
