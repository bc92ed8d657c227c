import { expect, test } from 'vitest'
import { overflowEdges } from './use-overflow-edges.ts'

const strip = (scrollLeft: number, scrollWidth = 500) => overflowEdges({ scrollLeft, clientWidth: 300, scrollWidth })

test('says where there is more', () => {
  expect([strip(0), strip(100), strip(200), strip(-200), strip(0, 300)]).toEqual([
    'end',
    'both',
    'start',
    'start',
    undefined,
  ])
})
