import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { commonIcons } from './common-icons.ts'
import { IconDialog } from './icon-dialog.tsx'
import { knownShape, loadShape } from './icon-shapes.ts'
import { MaterialIcon } from './material-icon.tsx'

function open(icon: string) {
  const closed = vi.fn()
  render(
    <TextProvider store={englishTexts()}>
      <IconDialog icon={icon} onClose={closed} />
    </TextProvider>,
  )
  return { closed, search: screen.getByLabelText('Search icons') }
}

test('a name is drawn when its file is there, a former one as its present one, an unknown one as a ring', async () => {
  expect(commonIcons).toHaveLength(40)
  expect(knownShape('router')).toBeUndefined()
  const { container, rerender } = render(<MaterialIcon name="router" />)
  // The name must not be visible while the icon loads.
  expect(container.textContent).toBe('')
  await waitFor(() => expect(container.querySelector('path')).toBeTruthy())
  expect(container.querySelector('circle')).toBeNull()
  expect(await loadShape('mdi:house')).toEqual(await loadShape('mdi:home'))
  expect(await loadShape(' more_horiz ')).toEqual(knownShape('more_horiz'))
  expect(knownShape('')).toBeNull()
  for (const name of ['mdi:gone-fishing', 'constructor', '0', 'zzz']) expect(await loadShape(name)).toBeNull()
  rerender(<MaterialIcon name="gone_fishing" />)
  await waitFor(() => expect(container.querySelector('circle')).toBeTruthy())
  expect(container.querySelector('title')?.textContent).toBe('gone_fishing')
})

test('the present one is marked, all are shown when asked for, choosing one tells its name', async () => {
  const { closed, search } = open('home')
  expect(screen.getByLabelText('home').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByLabelText('router')).toBeNull()
  expect(screen.getByText('40 icons')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'Bar ch' } })
  await waitFor(() => expect(screen.queryByLabelText('home')).toBeNull())
  expect(screen.getByLabelText('bar_chart')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'mdi:thermometer' } })
  const all = screen.getByLabelText<HTMLInputElement>('Show all')
  fireEvent.click(all)
  expect(all.disabled).toBe(true)
  fireEvent.click(await screen.findByLabelText('mdi:thermometer'))
  expect(closed).toHaveBeenCalledWith('mdi:thermometer')
  fireEvent.click(screen.getByText('Cancel'))
  expect(closed).toHaveBeenLastCalledWith(null)
})

test('of all icons few are drawn; keys go through them to the last, and letters go back to the search', async () => {
  const { search } = open('router')
  fireEvent.click(screen.getByLabelText('Show all'))
  const chosen = await screen.findByLabelText('router')
  expect(chosen.tabIndex).toBe(0)
  expect(screen.getAllByRole('listitem').length).toBeLessThan(300)
  fireEvent.keyDown(search, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(chosen)
  fireEvent.keyDown(chosen, { key: 'ArrowRight' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('rowing')
  fireEvent.keyDown(document.activeElement as Element, { key: 'End' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^mdi:z/)
  fireEvent.keyDown(document.activeElement as Element, { key: 'Home' })
  expect(document.activeElement?.getAttribute('aria-label')).toBe('10k')
  fireEvent.keyDown(document.activeElement as Element, { key: 'x' })
  expect(document.activeElement).toBe(search)
})
