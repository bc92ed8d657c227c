import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { IconDialog } from './icon-dialog.tsx'
import { commonIcons } from './material-icons.ts'
import { moreIcons } from './more-material-icons.ts'

test('forty common icons, none of which is among the others', () => {
  expect(Object.keys(commonIcons)).toHaveLength(40)
  expect(Object.keys(moreIcons).filter((name) => name in commonIcons)).toEqual([])
})

test('the present one is marked, all are shown when asked for, choosing one tells its name', async () => {
  const closed = vi.fn()
  render(
    <TextProvider store={englishTexts()}>
      <IconDialog icon="home" onClose={closed} />
    </TextProvider>,
  )
  expect(screen.getByLabelText('home').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByLabelText('router')).toBeNull()
  const search = screen.getByLabelText('Search icons')
  fireEvent.change(search, { target: { value: 'Bar ch' } })
  expect(screen.queryByLabelText('home')).toBeNull()
  expect(screen.getByLabelText('bar_chart')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'router' } })
  fireEvent.click(screen.getByLabelText('Show all'))
  fireEvent.click(await screen.findByLabelText('router'))
  expect(closed).toHaveBeenCalledWith('router')
  fireEvent.click(screen.getByText('Cancel'))
  expect(closed).toHaveBeenLastCalledWith(null)
})
