import { expect } from 'playwright/test';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { faultsOf } from './axe.ts';
import { test } from './shared-page.ts';

let server: RunningServer;
let people: Awaited<ReturnType<typeof openPeople>>;
test.beforeAll(async () => {
  server = await startServer({ env: { WORKERS: 'fleet' } });
  people = await openPeople(server.dataDir);
});
test.afterAll(async () => {
  await people.close();
  await server.dispose();
});

test('a person creates a token by keyboard, sees it once, and revokes it', async ({ page }) => {
  const ada = await people.create('trial');
  await page.context().addCookies([await people.cookie(ada, server.url)]);
  await page.goto(`${server.url}/settings`);
  const card = page.getByRole('region', { name: 'API tokens' });
  await expect(card).toContainText('You have none yet.');

  await card.getByText('Create a token…').focus();
  await page.keyboard.press('Enter');
  await card.getByLabel('Name, such as').fill('Night light <b>');
  await card.getByRole('button', { name: 'Create token' }).click();
  await expect(card.getByRole('alert')).toHaveText('Choose at least one of the scopes.');
  await card.getByRole('checkbox', { name: 'read your dreams' }).press('Space');
  await card.getByLabel('It expires after').selectOption('30 days');
  expect(await faultsOf(page)).toEqual([]);
  await card.getByRole('button', { name: 'Create token' }).press('Enter');
  const field = card.getByLabel('New API token');
  await expect(field).toBeFocused();
  const token = await field.inputValue();
  expect(token).toMatch(/^rvt_/);
  expect(await faultsOf(page)).toEqual([]);
  const read = () =>
    fetch(`${server.url}/api/sessions`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );
  expect(await read()).toBe(200);

  await card.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(card).toContainText('Night light <b>');
  await expect(card).toContainText('Last used');
  expect(await page.content()).not.toContain(token);
  await card.getByRole('button', { name: 'Revoke Night light <b>' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).press('Enter');
  await expect(card).toContainText('You have none yet.');
  expect(await read()).toBe(401);
});
