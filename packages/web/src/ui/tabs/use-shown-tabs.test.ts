import { expect, test } from 'vitest'
import { shownTabs } from './use-shown-tabs.ts'

const five = { tabs: [60, 100, 80, 60, 100], gap: 4, more: 70 }

test('all are shown where all have room, and no button takes any', () => {
  expect(shownTabs({ ...five, room: 416 }, 0)).toBe(5)
})

test('those that fit beside the button are shown', () => {
  expect([410, 382, 380, 300, 150].map((room) => shownTabs({ ...five, room }, 0))).toEqual([4, 4, 3, 2, 1])
})

test('the open one takes room from those before it', () => {
  expect([410, 300, 240].map((room) => shownTabs({ ...five, room }, 4))).toEqual([2, 1, 1])
})

test('where nothing else has room, the open one stands alone', () => {
  expect(shownTabs({ ...five, room: 120 }, 4)).toBe(0)
})

test('before anything is measured all are shown', () => {
  expect(shownTabs({ tabs: [0, 0, 0], gap: 0, room: 0, more: 88 }, 0)).toBe(3)
})
