import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { SearchField } from './search-field.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function draw() {
  const sent: string[] = []
  const field = (value: string) => (
    <TextProvider store={englishTexts()}>
      <SearchField label="Search" value={value} onChange={(text) => sent.push(text)} />
    </TextProvider>
  )
  const { rerender } = render(field(''))
  const box = screen.getByRole<HTMLInputElement>('searchbox')
  return { sent, box, show: (value: string) => rerender(field(value)) }
}

test('what is typed is sent once the keys rest, without the spaces around it', () => {
  const { sent, box } = draw()
  for (const value of [' p', ' pu', ' pump ']) fireEvent.change(box, { target: { value } })
  expect(sent).toEqual([])
  vi.runAllTimers()
  expect(sent).toEqual(['pump'])
})

test('what the address brings is shown and never sent back', () => {
  const { sent, box, show } = draw()
  show('pump')
  expect(box.value).toBe('pump')
  expect(vi.getTimerCount()).toBe(0)
  show('')
  expect(box.value).toBe('')
  vi.runAllTimers()
  expect(sent).toEqual([])
})

test('what was typed before the address changed counts no more', () => {
  const { sent, box, show } = draw()
  fireEvent.change(box, { target: { value: 'pu' } })
  show('fan')
  vi.runAllTimers()
  expect([box.value, sent]).toEqual(['fan', []])
})

test('Escape and the button clear it', () => {
  const { sent, box } = draw()
  for (const clear of [
    () => fireEvent.keyDown(box, { key: 'Escape' }),
    () => fireEvent.click(screen.getByRole('button', { name: 'Clear search' })),
  ]) {
    fireEvent.change(box, { target: { value: 'pump' } })
    vi.runAllTimers()
    clear()
    vi.runAllTimers()
  }
  expect(sent).toEqual(['pump', '', 'pump', ''])
})
