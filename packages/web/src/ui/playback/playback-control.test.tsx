import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TextProvider } from '../../locale/use-text.tsx'
import { englishTexts } from '../../testing/render-page.tsx'
import { PlaybackControl, type PlaybackControlProps } from './playback-control.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function Host({ start = 0, ...rest }: Partial<PlaybackControlProps> & { start?: number }) {
  const [ms, setMs] = useState(start)
  return (
    <TextProvider store={englishTexts()}>
      <PlaybackControl range={{ minMs: 0, maxMs: 10_000 }} value={ms} onChange={setMs} timeZone="UTC" {...rest} />
      <output>{ms}</output>
    </TextProvider>
  )
}

const at = () => Number(screen.getByRole('status').textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('plays one step a tick, faster when asked, and stops at the end', () => {
  render(<Host />)
  press('Play')
  pass(2000)
  expect(at()).toBe(2000)
  fireEvent.change(screen.getByLabelText('Speed'), { target: { value: '5' } })
  pass(1000)
  expect(at()).toBe(7000)
  pass(5000)
  expect(at()).toBe(10_000)
  expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  expect(vi.getTimerCount()).toBe(0)
})

test('whatever else moves the position leaves it paused there', () => {
  render(<Host />)
  press('Play')
  pass(1000)
  press('Step forward')
  pass(5000)
  expect(at()).toBe(2000)
  press('Play')
  fireEvent.change(screen.getByRole('slider'), { target: { value: '8000' } })
  pass(5000)
  expect(at()).toBe(8000)
  press('Go to end')
  expect(at()).toBe(10_000)
  press('Go to start')
  expect(at()).toBe(0)
})

test('with anchors it jumps to the neighbouring one', () => {
  render(<Host start={3000} anchors={[500, 2200, 6400]} />)
  press('Step forward')
  expect(at()).toBe(6400)
  press('Step forward')
  expect(at()).toBe(6400)
  press('Step back')
  press('Step back')
  expect(at()).toBe(500)
})

test('says that there is nothing to play', () => {
  render(<Host range={null} />)
  expect(screen.getByText('No data found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Play' })).toHaveProperty('disabled', true)
})

test('plays smoothly with each frame, in ticks for those who prefer reduced motion', () => {
  for (const matches of [false, true]) {
    vi.stubGlobal('matchMedia', () => ({ matches }))
    const { unmount } = render(<Host isSmooth stepMs={2000} />)
    press('Play')
    pass(500)
    if (matches) expect(at()).toBe(0)
    else {
      expect(at()).toBeGreaterThan(0)
      expect(at() % 2000).not.toBe(0)
    }
    pass(20_000)
    expect(at()).toBe(10_000)
    expect(vi.getTimerCount()).toBe(0)
    unmount()
  }
  vi.unstubAllGlobals()
})

test('keys of the slider step, play and pause', () => {
  render(<Host start={3000} anchors={[500, 2200, 6400]} />)
  const key = (name: string) => fireEvent.keyDown(screen.getByRole('slider'), { key: name })
  key('ArrowRight')
  expect(at()).toBe(6400)
  key('ArrowLeft')
  expect(at()).toBe(2200)
  key(' ')
  pass(1000)
  expect(at()).toBe(3200)
  key(' ')
  pass(5000)
  expect(at()).toBe(3200)
})
