import { expect, test } from 'vitest'
import { allIcons, searchIcons } from './icon-search.ts'

const icons = allIcons({ material: 'bar_chart home home_work', mdi: 'fire;flame;whatshot home;house thermometer' })
const found = (typed: string) => searchIcons(icons, typed).map(({ name }) => name)

test('everything, the Material set first, when nothing is typed', () => {
  expect(found(' ')).toEqual(['bar_chart', 'home', 'home_work', 'mdi:fire', 'mdi:home', 'mdi:thermometer'])
})

test('parts of names in any order, the nearest first', () => {
  expect(found('Bar ch')).toEqual(['bar_chart'])
  expect(found('ch bar')).toEqual(['bar_chart'])
  expect(found('home')).toEqual(['home', 'mdi:home', 'home_work'])
  expect(found('work')).toEqual(['home_work'])
})

test('the set with its prefix, other names, and what there is not', () => {
  expect(found('mdi:therm')).toEqual(['mdi:thermometer'])
  expect(found('flame')).toEqual(['mdi:fire'])
  expect(found('hous')).toEqual(['mdi:home'])
  expect(found('zebra')).toEqual([])
})
