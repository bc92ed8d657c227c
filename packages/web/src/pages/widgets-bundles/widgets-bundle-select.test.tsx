import { NIL_UUID } from '@sonde/model/ids'
import type { WidgetsBundle } from '@sonde/model/widgets/widgets-bundle'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { WidgetsBundleSelect } from './widgets-bundle-select.tsx'

const bundle = (title: string, tenantId: string, alias = title) =>
  ({
    id: { entityType: 'WIDGETS_BUNDLE', id: title },
    tenantId: { entityType: 'TENANT', id: tenantId },
    title,
    alias,
  }) as Partial<WidgetsBundle> as WidgetsBundle
const [cards, edges, own] = [bundle('Cards', NIL_UUID), bundle('Edges', NIL_UUID, 'edge_widgets'), bundle('Ours', 't')]

async function offered(scope: 'all' | 'system' | 'tenant', authority: 'TENANT_ADMIN' | null = 'TENANT_ADMIN') {
  const { rest } = recordedRest(() => [own, edges, cards])
  const choose = vi.fn()
  await renderPage(<WidgetsBundleSelect scope={scope} value={null} onChange={choose} />, {
    client: { rest },
    authority,
  })
  const field = screen.getByLabelText('Widget bundle')
  expect(field.getAttribute('placeholder')).toBe('Select widget bundle')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  const options = await screen.findAllByRole('option')
  return { options: options.map(({ textContent }) => textContent), choose }
}

test.each([
  ['all', ['CardsSystem', 'EdgesSystem', 'Ours']],
  ['system', ['CardsSystem', 'EdgesSystem']],
  ['tenant', ['Ours']],
] as const)('the bundles of the scope %s by title', async (scope, titles) => {
  const { options, choose } = await offered(scope)
  expect(options).toEqual(titles)
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement)
  expect(choose).toHaveBeenCalledWith(scope === 'tenant' ? own : cards)
})

test('without edges their bundle is not offered', async () => {
  expect((await offered('all', null)).options).toEqual(['CardsSystem', 'Ours'])
})
