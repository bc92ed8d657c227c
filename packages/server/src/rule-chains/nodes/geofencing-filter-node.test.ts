import assert from 'node:assert/strict'
import { test } from 'node:test'
import { geofencingFilterNode } from './geofencing-filter-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

const square = '[[0,0],[0,10],[10,10],[10,0]]'
const hole = '[[4,4],[4,6],[6,6],[6,4]]'
const island = '[[4.5,4.5],[4.5,5.5],[5.5,5.5],[5.5,4.5]]'

const fixed = (change: object) => ({ fetchPerimeterInfoFromMessageMetadata: false, ...change })

async function at(latitude: unknown, longitude: unknown, configuration: object, metadata: Record<string, string> = {}) {
  const message = nodeMessage({ data: JSON.stringify({ latitude, longitude }), metadata })
  try {
    const { result } = await runNode(geofencingFilterNode, configuration, message)
    return relationsOf(result)[0]
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('inside a polygon, outside, on its edge, in a hole, on an island in the hole', async () => {
  const polygon = fixed({ polygonsDefinition: square })
  assert.equal(await at(5, 5, polygon), 'True')
  assert.equal(await at('5', '5', polygon), 'True')
  assert.equal(await at(11, 5, polygon), 'False')
  assert.equal(await at(0, 5, polygon), 'False')
  assert.equal(await at(10, 10, polygon), 'False')
  const holed = fixed({ polygonsDefinition: `[${square},${hole}]` })
  assert.equal(await at(5, 5, holed), 'False')
  assert.equal(await at(4, 5, holed), 'False')
  assert.equal(await at(2, 2, holed), 'True')
  const withIsland = fixed({ polygonsDefinition: `[${hole},${island},${square}]` })
  assert.equal(await at(5, 5, withIsland), 'True')
  assert.equal(await at(4.2, 5, withIsland), 'False')
})

test('overlapping polygons are one area; two corners are a rectangle; an empty list has no inside', async () => {
  const overlapping = fixed({ polygonsDefinition: `[${square},[[5,5],[5,15],[15,15],[15,5]]]` })
  assert.equal(await at(7, 7, overlapping), 'True')
  assert.equal(await at(12, 12, overlapping), 'True')
  assert.equal(await at(12, 2, overlapping), 'False')
  assert.equal(await at(5, 5, fixed({ polygonsDefinition: '[[0,0],[10,10]]' })), 'True')
  assert.equal(await at(5, 5, fixed({ polygonsDefinition: '[]' })), 'False')
})

test('a circle in each unit', async () => {
  const circle = (rangeUnit: string, range = 100) =>
    fixed({ perimeterType: 'CIRCLE', centerLatitude: 5, centerLongitude: 5, range, rangeUnit })
  // 0.5° of latitude is 55.6 km.
  assert.equal(await at(5.5, 5, circle('KILOMETER')), 'True')
  assert.equal(await at(5.5, 5, circle('KILOMETER', 55)), 'False')
  assert.equal(await at(5.5, 5, circle('KILOMETER', 56)), 'True')
  assert.equal(await at(5.5, 5, circle('METER', 55_700)), 'True')
  assert.equal(await at(5.5, 5, circle('MILE', 34)), 'False')
  assert.equal(await at(5.5, 5, circle('MILE', 35)), 'True')
  assert.equal(await at(5.5, 5, circle('NAUTICAL_MILE', 31)), 'True')
  assert.equal(await at(5.5, 5, circle('FOOT', 182_000)), 'False')
  assert.match(String(await at(5.5, 5, circle('LEAGUE'))), /range unit "LEAGUE"/)
})

test('a perimeter of the metadata, under a key or in the parts that older chains name', async () => {
  const polygon = { perimeterKeyName: 'ss_perimeter' }
  assert.equal(await at(5, 5, polygon, { ss_perimeter: square }), 'True')
  assert.match(String(await at(5, 5, polygon)), /no "ss_perimeter"/)
  const circle = { ...polygon, perimeterType: 'CIRCLE' }
  const perimeter = (change: object) => ({
    ss_perimeter: JSON.stringify({ latitude: 5, longitude: 5, radius: 1000, ...change }),
  })
  assert.equal(await at(5.001, 5, circle, perimeter({})), 'True')
  assert.equal(await at(5.5, 5, circle, perimeter({ radiusUnit: 'KILOMETER' })), 'True')
  assert.match(String(await at(5, 5, circle, perimeter({ radius: null }))), /a range/)
  const old = { perimeterKeyName: '' }
  const parts = { centerLatitude: '5', centerLongitude: '5', range: '10', rangeUnit: 'KILOMETER' }
  assert.equal(await at(5, 5, old, { perimeter: square }), 'True')
  assert.equal(await at(5, 5, { ...old, perimeterType: 'CIRCLE' }, parts), 'True')
})

test('a message without a position and a perimeter that is none are named', async () => {
  const polygon = fixed({ polygonsDefinition: square })
  for (const latitude of [undefined, null, 'x', '', { a: 1 }, true]) {
    assert.match(String(await at(latitude, 5, polygon)), /no number "latitude"/)
  }
  for (const polygonsDefinition of ['x', '5', '[[1]]', '[["a","b"]]', '{"a":1}']) {
    assert.match(String(await at(5, 5, fixed({ polygonsDefinition }))), /must be JSON such as/, polygonsDefinition)
  }
  assert.match(String(await at(5, 5, fixed({}))), /no polygon/)
  const many = JSON.stringify(Array.from({ length: 10_001 }, (_, i) => [i, i]))
  assert.match(String(await at(5, 5, fixed({ polygonsDefinition: many }))), /10000 corners/)
})
