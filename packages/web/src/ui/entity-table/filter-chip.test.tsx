import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import type { FilterOption } from './entity-description.ts'
import { FilterChip } from './filter-chip.tsx'

/** Searches that wait until the test answers them. */
function heldSearches() {
  const waiting = new Map<string, (options: readonly FilterOption[]) => void>()
  return {
    load: (text: string) => new Promise<readonly FilterOption[]>((resolve) => waiting.set(text, resolve)),
    has: (text: string) => waiting.has(text),
    answer: (text: string, labels: readonly string[]) =>
      act(async () => waiting.get(text)?.(labels.map((label) => ({ value: label, label })))),
  }
}

const offered = () =>
  screen
    .queryAllByRole('button', { hidden: true })
    .filter((button) => button.className === 'sd-menu-item')
    .map((button) => button.textContent)

async function openChip(load: (text: string) => Promise<readonly FilterOption[]>) {
  const chosen: (string | undefined)[] = []
  const chip = {
    param: 'type',
    label: 'devices.profile',
    load,
    loadOne: async () => ({ value: '', label: '' }),
  } as const
  await renderPage(
    <FilterChip tableName="devices" chip={chip} value={undefined} onChange={(value) => chosen.push(value)} />,
    { client: {} },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Profile' }))
  const box = screen.getByRole<HTMLInputElement>('searchbox', { hidden: true })
  return { chosen, type: (value: string) => fireEvent.change(box, { target: { value } }) }
}

test('options of an earlier text are not offered while another one is typed and searched', async () => {
  const searches = heldSearches()
  const { chosen, type } = await openChip(searches.load)
  expect(screen.getByText('Searching…')).toBeTruthy()
  await searches.answer('', ['pump', 'thermostat', 'tracker'])
  await expect.poll(offered).toEqual(['pump', 'thermostat', 'tracker'])
  type('track')
  expect(offered()).toEqual([])
  expect(screen.getByText('Searching…')).toBeTruthy()
  await expect.poll(() => searches.has('track')).toBe(true)
  expect(offered()).toEqual([])
  await searches.answer('track', ['tracker'])
  await expect.poll(offered).toEqual(['tracker'])
  fireEvent.click(screen.getByText('tracker'))
  expect(chosen).toEqual(['tracker'])
})

test('a search without a match says so once it has ended', async () => {
  const searches = heldSearches()
  const { type } = await openChip(searches.load)
  await searches.answer('', ['pump'])
  await expect.poll(offered).toEqual(['pump'])
  type('zebra')
  await expect.poll(() => searches.has('zebra')).toBe(true)
  expect(screen.queryByText(/zebra/)).toBeNull()
  await searches.answer('zebra', [])
  expect(await screen.findByText(/zebra/)).toBeTruthy()
})
