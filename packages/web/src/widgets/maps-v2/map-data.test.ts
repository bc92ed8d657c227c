import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'
import { centerOf } from './item-map.tsx'
import { worldPair } from './map-data.ts'
import { circleOf, polygonOf } from './map-shapes.ts'
import { actId, labelText, withActs } from './map-texts.ts'
import { allowedTiles, tileSourceOf } from './tile-sources.ts'
import { loadWorldOutline } from './world-outline.ts'

test('areas: rings, holes, rectangles; anything else is none', () => {
  expect(polygonOf('[[1,2],[3,4],[5,6]]')).toEqual([
    [
      [1, 2],
      [3, 4],
      [5, 6],
    ],
  ])
  expect(polygonOf('[[[0,0],[0,9],[9,9]],[[1,1],[1,2],[2,2]]]')).toHaveLength(2)
  expect(polygonOf('[[1,2],[3,4]]')?.[0]).toEqual([
    [1, 2],
    [1, 4],
    [3, 4],
    [3, 2],
  ])
  for (const text of [
    '',
    '[',
    '{}',
    '[]',
    '[1,2]',
    '[["a","b"]]',
    '[[1,null],[2,null],[3,null]]',
    'null',
    '[[[[[[[[1,2]]]]]]]]',
  ]) {
    expect(polygonOf(text), text).toBeNull()
  }
})

test('circles need a center and a radius', () => {
  expect(circleOf('{"latitude":1,"longitude":"2","radius":30}')).toEqual({ center: [1, 2], radius: 30 })
  for (const text of ['', '{', '[]', '{"latitude":1,"longitude":2}', '{"latitude":1,"longitude":2,"radius":-1}']) {
    expect(circleOf(text), text).toBeNull()
  }
})

test('positions off Earth are none', () => {
  expect(worldPair(48, 16)).toEqual([48, 16])
  expect(worldPair(91, 16)).toBeNull()
  expect(worldPair(48, 1e9)).toBeNull()
  expect(centerOf('50.1, 8.6')).toEqual([50.1, 8.6])
  for (const text of ['', 'here', '1', '1,2,3']) expect(centerOf(text), text).toBeNull()
})

test('close markers become one cluster, at their center, and all markers are in one', () => {
  const items = [
    { id: 'a', x: 0, y: 0 },
    { id: 'b', x: 10, y: 0 },
    { id: 'c', x: 500, y: 500 },
    { id: 'd', x: 85, y: 0 },
  ]
  const clusters = clustersOf(items, 80)
  expect(clusters.map((one) => one.items.map(({ id }) => id))).toEqual([['a', 'b'], ['c'], ['d']])
  expect(clusters[0]).toMatchObject({ x: 5, y: 0 })
  const many = Array.from({ length: 3000 }, (_, index) => ({ x: (index * 37) % 900, y: (index * 91) % 700 }))
  const grouped = clustersOf(many, 60)
  expect(grouped.flatMap((one) => one.items)).toHaveLength(3000)
  expect(grouped.length).toBeLessThan(300)
})

const data = {
  names: { entityName: '<b>Pump</b>', entityLabel: '', aliasName: '', dsName: '' },
  values: [{ label: 'speed', text: '12.345' }],
}

test('labels are text; what is filled in stays as it is', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern, as users write it
  expect(labelText('<i>${entityName}</i><br/>${speed:1}&nbsp;m', data)).toBe('<b>Pump</b> 12.3 m')
})

test('actions in tooltips are links and buttons with the ID of their action', () => {
  expect(withActs(`<link-act name='open it'>Details</link-act>`)).toBe(
    `<a href="#" id="${actId('open it')}">Details</a>`,
  )
  expect(withActs('<button-act name="x">Go</button-act>')).toBe(`<button id="${actId('x')}">Go</button>`)
})

const page = (tiles: string) =>
  new DOMParser().parseFromString(`<meta name="sonde-tiles" content="${tiles}">`, 'text/html')
const settings = { mapProvider: 'OpenStreetMap.Mapnik', useCustomProvider: false, customProviderTileUrl: '' }
const own = 'https://iot.example'

test('tiles come only from allowed hosts, and from the server’s default if the widget’s host isn’t', () => {
  const allowed = allowedTiles(page('https://tiles.example/{z}/{x}/{y}.png https://{s}.maps.example/{z}/{x}/{y}.png'))
  expect(allowed).toHaveLength(2)
  expect(allowedTiles(page('__TILES__'))).toEqual([])
  expect(tileSourceOf(settings, [], own)).toBeNull()
  expect(tileSourceOf(settings, allowed, own)?.url).toBe('https://tiles.example/{z}/{x}/{y}.png')
  const custom = (customProviderTileUrl: string) =>
    tileSourceOf({ ...settings, useCustomProvider: true, customProviderTileUrl }, allowed, own)?.url
  expect(custom('https://{s}.maps.example/dark/{z}/{x}/{y}.png')).toBe('https://{s}.maps.example/dark/{z}/{x}/{y}.png')
  expect(custom('/tiles/{z}/{x}/{y}.png')).toBe('https://iot.example/tiles/{z}/{x}/{y}.png')
  for (const url of ['https://evil.example/{z}/{x}/{y}.png', 'javascript:alert(1)', 'http://[', '']) {
    expect(custom(url), url).toBe('https://tiles.example/{z}/{x}/{y}.png')
  }
  const osm = ['https://tile.openstreetmap.org/{z}/{x}/{y}.png']
  expect(tileSourceOf(settings, osm, own)?.attribution[0]?.text).toContain('OpenStreetMap')
})

test('the outline covers the world', async () => {
  const { land, borders } = await loadWorldOutline()
  const points = land.flat(2)
  expect(points.every(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)).toBe(true)
  expect(land.length).toBeGreaterThan(100)
  expect(borders.length).toBeGreaterThan(300)
})
