/** Icons as the page loads them: all names that dashboards may hold are drawn, in files that weigh little. */

import { expect, test } from 'vitest'
import { formerMaterialNames } from './former-material-names.ts'
import { readIconSets, shapeOfBody } from './icon-sets.ts'
import { shardCharacters, shardsOf } from './icon-shards.ts'

const { shapes, common, names } = readIconSets()
const offered = [...names.material.split(' '), ...names.mdi.split(' ').map((entry) => `mdi:${entry.split(';')[0]}`)]

test('the whole Material set and the whole of MDI are offered, and each name has its shape', () => {
  const material = offered.filter((name) => !name.startsWith('mdi:'))
  expect(material.length).toBeGreaterThan(2200)
  expect(offered.length - material.length).toBeGreaterThan(7400)
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered.filter((name) => !shapes.has(name))).toEqual([])
  expect(Object.values(common)).toHaveLength(40)
})

test('names of older versions are drawn as well', () => {
  const older = [...Object.keys(formerMaterialNames), 'mdi:whatshot', 'mdi:battery-standard', 'mdi:amazon']
  expect(older.filter((name) => !shapes.has(name))).toEqual([])
  expect(shapes.get('lock_outline')).not.toEqual(shapes.get('lock'))
  expect(shapes.get('mdi:house')).toBe('=mdi:home')
  const leadsNowhere = [...shapes].filter(([, shape]) => {
    const target = typeof shape === 'string' && shape.startsWith('=') ? shapes.get(shape.slice(1)) : ''
    return target === undefined || (typeof target === 'string' && target.startsWith('='))
  })
  expect(leadsNowhere).toEqual([])
})

test('every shape is made of lines', () => {
  const isLine = (d: string) => /^M[\d.\s,A-Za-z-]+$/i.test(d)
  const wrong = [...shapes].filter(([, shape]) =>
    typeof shape === 'string' ? !shape.startsWith('=') && !isLine(shape) : !shape.every(({ d }) => isLine(d)),
  )
  expect(wrong).toEqual([])
})

test('circles become lines, and what is unknown ends the build', () => {
  expect(shapeOfBody('<path fill="currentColor" d="M1 2z"/>')).toBe('M1 2z')
  expect(shapeOfBody('<circle cx="12" cy="4" r="2" fill="currentColor"/><path fill-opacity=".3" d="M1 2z"/>')).toEqual([
    { d: 'M10 4a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z' },
    { d: 'M1 2z', fillOpacity: 0.3 },
  ])
  expect(() => shapeOfBody('<rect width="4" height="4"/>')).toThrow('unknown')
})

test('files follow the alphabet, begin with the name they say, and are within their bound', () => {
  const shards = shardsOf(shapes)
  const inFiles = shards.map(({ first, shapes }) => [first, ...Object.keys(shapes).sort()])
  expect(inFiles.filter(([first, least]) => first !== least)).toEqual([])
  const [all, wanted] = [inFiles.flatMap(([, ...own]) => own), [...shapes.keys()]]
  expect(all.length).toBe(wanted.length)
  expect(all.findIndex((name, at) => name !== wanted[at])).toBe(-1)
  expect(Math.max(...shards.map((shard) => JSON.stringify(shard.shapes).length))).toBeLessThan(shardCharacters * 1.05)
})
