import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import ImportWidgetsBundleDialog from './import-widgets-bundle-dialog.tsx'
import { WidgetsBundlesPage } from './widgets-bundles-page.tsx'

const system = '13814000-1dd2-11b2-8080-808080808080'
const bundle = (title: string, tenantId: string) => ({
  id: { entityType: 'WIDGETS_BUNDLE', id: title },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: tenantId },
  alias: title.toLowerCase(),
  title,
  image: null,
  description: null,
})

const answering = (answer: (method: string, path: string, body: unknown) => unknown = () => ({})) =>
  recordedRest(({ method, path, body }) => {
    const rows = [bundle('Cards', system), bundle('Own', 't')]
    if (method === 'GET' && path === '/api/widgetsBundles') {
      return { data: rows, totalElements: rows.length, totalPages: 1, hasNext: false }
    }
    return answer(method, path, body)
  })

async function openMenu(title: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${title}` }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
}

test('tenants delete their own bundles, and look at those of the system', async () => {
  const { rest } = answering()
  await renderPage(<WidgetsBundlesPage />, { client: { rest } })
  expect(await openMenu('Cards')).toEqual(['Open as page', 'Export to file', 'Copy ID'])
  fireEvent.click(screen.getByRole('button', { name: 'More: Cards' }))
  expect(await openMenu('Own')).toEqual(['Open as page', 'Export to file', 'Copy ID', 'Delete widget bundle'])
  expect(screen.queryByRole('checkbox', { name: 'Select Cards' })).toBeNull()
})

test('a bundle of a file comes whole: when a widget is refused, nothing of it stays', async () => {
  const rest = answering((method, path, body) => {
    if (path === '/api/widgetsBundle') return bundle((body as { title: string }).title, 't')
    if (method === 'POST' && (body as { name: string }).name === 'Bad') throw new Error('The descriptor is wrong.')
    return {}
  })
  const onAdded = vi.fn(async () => {})
  const dialog = <ImportWidgetsBundleDialog onClose={() => {}} onAdded={onAdded} />
  await renderPage(dialog, { client: { rest: rest.rest } })
  const widgetTypes = ['Good', 'Bad'].map((name) => ({ name, descriptor: { type: 'latest' } }))
  const file = new File([JSON.stringify({ widgetsBundle: { title: 'New' }, widgetTypes })], 'new.json')
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })
  await screen.findByText('new.json')
  fireEvent.click(screen.getByRole('button', { name: 'Import widget bundle' }))
  expect(await screen.findByText('The descriptor is wrong.')).toBeTruthy()
  await waitFor(() => expect(rest.of('DELETE').map(({ path }) => path)).toEqual(['/api/widgetsBundle/New']))
  expect(onAdded).not.toHaveBeenCalled()
})
