import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { ChipOrder, dropDelayMs, landing, moved } from './chip-order.tsx'
import { KeyListField } from './key-list-field.tsx'

afterEach(() => void vi.useRealTimers())

function Keys() {
  const [keys, setKeys] = useState<readonly string[] | null>(null)
  return (
    <TextProvider store={englishTexts()}>
      <KeyListField label="Keys" value={keys} onChange={setKeys} />
      <output>{JSON.stringify(keys)}</output>
    </TextProvider>
  )
}

const reported = () => screen.getByRole('status').textContent

test('Enter, a comma and a semicolon end a key; none stands twice; without any it is null', () => {
  render(<Keys />)
  const input = screen.getByLabelText('Keys')
  fireEvent.change(input, { target: { value: 'level' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  fireEvent.change(input, { target: { value: 'level, temperature;pressure' } })
  expect(reported()).toBe('["level","temperature"]')
  fireEvent.blur(input)
  expect(reported()).toBe('["level","temperature","pressure"]')
  fireEvent.keyDown(input, { key: 'Backspace' })
  fireEvent.click(screen.getByRole('button', { name: 'Remove level' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove temperature' }))
  expect(reported()).toBe('null')
})

test('a chip lands before or after the one it is dropped on', () => {
  const order = (from: number, over: number, isAfter: boolean) => {
    const to = landing(from, over, isAfter)
    return to === null ? 'stays' : moved(['a', 'b', 'c'], { from, to }).join('')
  }
  expect(order(0, 1, true)).toBe('bac')
  expect(order(0, 1, false)).toBe('stays')
  expect(order(0, 2, true)).toBe('bca')
  expect(order(2, 0, false)).toBe('cab')
  expect(order(2, 1, true)).toBe('stays')
  expect(order(1, 1, true)).toBe('stays')
})

test('it is dragged by its handle and told a moment after the drop; the arrow keys do the same', () => {
  vi.useFakeTimers()
  const reported = vi.fn()
  render(
    <TextProvider store={englishTexts()}>
      <ChipOrder label="Order" chips={['a', 'b', 'c'].map((name) => ({ name, value: name }))} onReorder={reported} />
    </TextProvider>,
  )
  const handles = screen.getAllByRole('button', { name: /^Move/ })
  const chips = screen.getAllByRole('listitem')
  const [first, last] = [handles[0] as HTMLElement, chips[2] as HTMLElement]
  fireEvent.dragStart(first, { dataTransfer: { setData: () => {} } })
  // Counts as a drop on the first half: drop events have no coordinates in jsdom.
  fireEvent.drop(last)
  expect(reported).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(dropDelayMs))
  expect(reported).toHaveBeenLastCalledWith({ from: 0, to: 1 })
  fireEvent.keyDown(handles[1] as HTMLElement, { key: 'ArrowLeft' })
  expect(reported).toHaveBeenLastCalledWith({ from: 1, to: 0 })
})
