import { expect, test } from 'vitest'
import { place } from './place.ts'

const window = { width: 1000, height: 600 }
const box = { width: 200, height: 100 }

test('goes below its anchor when there is room', () => {
  expect(place({ left: 100, top: 100, width: 50, height: 30 }, box, window, 'bottom-start')).toEqual({
    left: 100,
    top: 136,
  })
})

test('flips above when there is no room below', () => {
  expect(place({ left: 100, top: 550, width: 50, height: 30 }, box, window, 'bottom-start').top).toBe(444)
})

test('stays inside the window', () => {
  expect(place({ left: 950, top: 100, width: 50, height: 30 }, box, window, 'bottom-start').left).toBe(792)
  expect(place({ left: 0, top: 100, width: 50, height: 30 }, box, window, 'bottom-end').left).toBe(8)
})

test('takes the larger side when neither has room', () => {
  const high = { width: 200, height: 590 }
  expect(place({ left: 100, top: 100, width: 50, height: 30 }, high, window, 'bottom-start').top).toBe(8)
})
