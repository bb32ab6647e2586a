import { hire, signInAsAdmin } from './helpers/administrators.ts';
import { cutFigures } from './helpers/cut-text.ts';
import { whileThereIsAnAlert } from './helpers/database.ts';
import { overflowAtTwiceTheText, overflowOf } from './helpers/overflow.ts';
import { expect, test } from './helpers/test.ts';

test('an alert appears on the administrators’ dashboard and in its menu, fits there, and can be acknowledged', async ({
  page,
  world,
}) => {
  const support = await hire(world, 'support');
  await whileThereIsAnAlert(40, async () => {
    await signInAsAdmin(page, '/admin', support);
    const alert = page.getByRole('listitem').filter({ hasText: 'refuses our callback addresses' });
    await expect(alert).toContainText(/Since (?:today|yesterday) \d\d:\d\d/u);
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\d+ alerts?$/u);
    await expect(
      page.getByRole('navigation').getByRole('link', { name: /^Dashboard\s*\d+$/u }),
    ).toBeVisible();
    expect(await overflowAtTwiceTheText(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(alert).toContainText('acknowledged by');
    await page.setViewportSize({ width: 360, height: 780 });
    expect([...(await overflowOf(page)), ...(await cutFigures(page))]).toEqual([]);
  });
});
