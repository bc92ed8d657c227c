/** Versions of a dashboard from a user's perspective: what changed, a preview, restoring one and undoing that. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { inspect } from './axe.ts'
import { choose, dialog, main } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant } from './stage.ts'

const stage = await openStage({ after })

/** Configuration with a card for each title. */
function cards(...titles: string[]) {
  const place = (index: number) => ({ sizeX: 8, sizeY: 3, col: index * 8, row: 0 })
  const card = (title: string) => ({
    isSystemType: true,
    bundleAlias: 'cards',
    typeAlias: 'html_card',
    type: 'static',
    title,
    config: { title, showTitle: true, settings: { cardHtml: `<p>Content of ${title}</p>` } },
  })
  return {
    widgets: Object.fromEntries(titles.map((title) => [title, card(title)])),
    states: {
      default: {
        name: 'Main',
        root: true,
        layouts: { main: { widgets: Object.fromEntries(titles.map((title, index) => [title, place(index)])) } },
      },
    },
  }
}

interface Saved {
  readonly id: { readonly id: string }
  readonly title: string
}

/** Creates a dashboard with two versions: the second one replaces a card and changes the title. */
async function twoVersions(title: string): Promise<string> {
  const made = await stage.call<Saved>('POST', '/api/dashboard', { title, configuration: cards('Flow', 'Level') })
  await stage.call('POST', '/api/dashboard', { ...made, configuration: cards('Level', 'Power') })
  return made.id.id
}

test('the versions of an open dashboard say what changed; one is previewed, restored, and that is undone', () =>
  stage.play(
    async (page) => {
      const id = await twoVersions('Pump board')
      await openAs(page, tenant, `/dashboards/${id}`)
      await main(page).getByText('Content of Power').waitFor()
      await page.getByRole('button', { name: 'Versions' }).click()
      const versions = dialog(page, 'Versions of Pump board')
      const list = versions.getByRole('list', { name: 'Versions, newest first' })
      const current = list.getByRole('button', { name: /^Version 2 \(current\)/ })
      await current.filter({ hasText: '1 widget added, 1 widget changed, 1 widget removed' }).waitFor()
      await versions.getByText('Widget Power').waitFor()
      await versions.getByText('Widget Flow').waitFor()
      assert.equal(await versions.getByRole('button', { name: 'Restore', exact: true }).count(), 0)
      assert.deepEqual(await inspect(page, 'versions'), [])

      await list.getByRole('button', { name: /^Version 1/ }).click()
      await versions.getByText('There’s no older version to compare with.').waitFor()
      await versions.getByRole('radio', { name: 'Changes if restored' }).click()
      await versions.getByText('Widget Flow').waitFor()
      await versions.getByRole('button', { name: 'Preview' }).click()
      const preview = dialog(page, 'Pump board, version 1')
      await preview.getByText('Content of Flow').waitFor()
      assert.equal(await preview.getByText('Content of Power').count(), 0)
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })

      await versions.getByRole('button', { name: 'Restore', exact: true }).click()
      await versions.waitFor({ state: 'detached' })
      await main(page).getByText('Content of Flow').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await main(page).getByText('Content of Power').waitFor()
      await page.getByRole('button', { name: 'Versions' }).click()
      await list.getByRole('button', { name: /^Version 4 \(current\).*Version 2 restored/ }).waitFor()

      // Someone else saves while the dialog is open: the restore is rejected, and the list shows the save.
      const now = await stage.call<Saved>('GET', `/api/dashboard/${id}`)
      await stage.call('POST', '/api/dashboard', { ...now, title: 'Pump board B' })
      await list.getByRole('button', { name: /^Version 1/ }).click()
      await versions.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText(/changed this dashboard\. Reload and try again\./).waitFor()
      await dialog(page, 'Versions of Pump board B')
        .getByRole('button', { name: /^Version 5 \(current\).*1 setting$/ })
        .waitFor()
      await page.keyboard.press('Escape')
      await main(page).getByText('Content of Power').waitFor()
    },
    { bypassCSP: true },
  ))

test('the list of dashboards shows versions to administrators, on phones too', () =>
  stage.play(
    async (page) => {
      await twoVersions('Valve board')
      await openAs(page, tenant, '/dashboards?textSearch=Valve')
      await choose(page, 'Valve board', 'Versions')
      const versions = dialog(page, 'Versions of Valve board')
      await page.setViewportSize(phone)
      await versions.getByRole('button', { name: /^Version 1/ }).click()
      await versions.getByText('There’s no older version to compare with.').waitFor()
      assert.deepEqual(await inspect(page, 'versions on a phone'), [])
      await versions.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText('Version 1 restored', { exact: true }).first().waitFor()
      await versions.waitFor({ state: 'detached' })
    },
    { bypassCSP: true },
  ))

test('customer users see no versions', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/dashboards')
    await main(page).getByText('Riverside Works').first().click()
    await page.getByRole('heading', { name: 'Riverside Works' }).first().waitFor()
    await page.getByRole('button', { name: 'Export as JSON' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Versions' }).count(), 0)
  }))
