import { expect, test } from 'vitest'
import { shownTabs } from './use-shown-tabs.ts'

const five = { tabs: [60, 100, 80, 60, 100], gap: 4, more: 70 }

test('all are shown where all have room, and no button takes any', () => {
  expect(shownTabs({ ...five, room: 416 }, 0)).toEqual([0, 1, 2, 3, 4])
})

test('those that fit beside the button are shown', () => {
  expect([410, 382, 380, 300, 150].map((room) => shownTabs({ ...five, room }, 0).length)).toEqual([4, 4, 3, 2, 1])
})

test('the open one takes the place of the last one that is wide enough', () => {
  // 60 + 100 + 80 + 60 and the button fit: the last one is narrower than the open one.
  expect(shownTabs({ ...five, room: 410 }, 4)).toEqual([0, 1, 3, 4])
  expect(shownTabs({ ...five, room: 425, tabs: [60, 100, 80, 60, 60, 60] }, 5)).toEqual([0, 1, 2, 5])
})

test('the open one takes the place of several where none is wide enough', () => {
  expect(shownTabs({ ...five, room: 330, tabs: [60, 60, 60, 60, 150] }, 4)).toEqual([0, 4])
})

test('where nothing else has room, the open one stands alone', () => {
  expect(shownTabs({ ...five, room: 120 }, 4)).toEqual([4])
})

test('before anything is measured all are shown', () => {
  expect(shownTabs({ tabs: [0, 0, 0], gap: 0, room: 0, more: 88 }, 0)).toEqual([0, 1, 2])
})
