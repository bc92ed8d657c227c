/**
 * The plant's dashboard as a public one: visitors see all that it shows, and their page requests nothing that is
 * denied.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { main } from './page-parts.ts'
import { openAs, openStage, plantDashboardId, type Ref, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const dashboardId = await plantDashboardId(stage)

interface Published {
  readonly assignedCustomers: readonly { readonly public: boolean; readonly customerId: { readonly id: string } }[]
}

/** Makes the plant's devices, assets and dashboard public; returns the path of the dashboard. */
async function publish(): Promise<string> {
  for (const kind of ['device', 'asset']) {
    const path = `/api/tenant/${kind}s?pageSize=1000&page=0`
    const { data } = await stage.call<{ data: readonly { readonly id: Ref }[] }>('GET', path)
    for (const { id } of data) await stage.call('POST', `/api/customer/public/${kind}/${id.id}`)
  }
  const { assignedCustomers } = await stage.call<Published>('POST', `/api/customer/public/dashboard/${dashboardId}`)
  const publicId = assignedCustomers.find((one) => one.public)?.customerId.id
  return `/dashboard/${dashboardId}?publicId=${publicId}`
}

interface Shown {
  readonly rows: number
  readonly isDrawn: boolean
  /** Number of places without a value. */
  readonly blanks: number
}

/** Content of each widget by name, without the changing values. */
async function shownBy(page: Page): Promise<Record<string, Shown>> {
  const shown: Record<string, Shown> = {}
  for (const [at, widget] of (await main(page).getByRole('article').all()).entries()) {
    const name = `${at} ${await widget.getAttribute('aria-label')}`
    const text = (await widget.textContent()) ?? ''
    shown[name] = {
      rows: await widget.getByRole('row').count(),
      isDrawn: (await widget.locator('canvas, svg').count()) > 0,
      blanks: text.match(/–|No data/g)?.length ?? 0,
    }
  }
  return shown
}

const drawn = (page: Page) =>
  main(page).getByRole('article', { name: 'Tank levels', exact: true }).locator('canvas').first().waitFor()

test('visitors see all that a public dashboard shows, and no call of their page is refused', async () => {
  const path = await publish()
  await stage.play(async (page) => {
    await openAs(page, tenant, path.split('?')[0] ?? '')
    await drawn(page)
    const all = await shownBy(page)
    assert.ok(Object.keys(all).length > 5, JSON.stringify(all))

    await stage.play(async (visitor) => {
      const refused: string[] = []
      visitor.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
      })
      await visitor.goto(path)
      await drawn(visitor)
      await until(
        'the visitor’s widgets to show what the administrator’s show',
        async () => {
          return JSON.stringify(await shownBy(visitor)) === JSON.stringify(await shownBy(page))
        },
        (isEqual) => isEqual,
      )
      assert.deepEqual(refused, [])
    })
  })
})
