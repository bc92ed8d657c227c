import { expect, test, vi } from 'vitest'
import { createLeafletMap, type MapCallbacks, type MapOptions } from './leaflet-map.ts'
import type { MapScene, SceneMarker, SceneShape } from './map-scene.ts'

const marker = (id: string, latitude: number, longitude: number): SceneMarker => ({
  id,
  at: [latitude, longitude],
  name: id,
  label: id,
  color: null,
  image: null,
  anchor: [0.5, 1],
  heading: null,
  opensBy: 'click',
  isClickable: false,
})

const area: SceneShape = {
  id: 'polygon a',
  form: {
    kind: 'polygon',
    rings: [
      [
        [40, 0],
        [50, 0],
        [50, 10],
      ],
    ],
  },
  name: 'Area',
  label: '',
  stroke: null,
  fill: null,
  strokeWeight: 2,
  strokeOpacity: 1,
  fillOpacity: 0.2,
  opensBy: 'click',
  isClickable: false,
}

const scene = (markers: readonly SceneMarker[], more: Partial<MapScene> = {}): MapScene => ({
  markers,
  shapes: [],
  clusters: null,
  ...more,
})

function open(more: Partial<MapOptions> = {}) {
  const container = document.createElement('div')
  document.body.append(container)
  Object.defineProperty(container, 'clientWidth', { value: 600 })
  Object.defineProperty(container, 'clientHeight', { value: 400 })
  const callbacks = {
    onSelect: vi.fn<MapCallbacks['onSelect']>(),
    onHover: vi.fn<MapCallbacks['onHover']>(),
    onTooltipClosed: vi.fn<MapCallbacks['onTooltipClosed']>(),
    onTilesFailed: vi.fn<MapCallbacks['onTilesFailed']>(),
  }
  const options: MapOptions = {
    ground: { kind: 'world', tiles: null },
    wheelZooms: true,
    fits: true,
    zoom: null,
    center: null,
    moves: false,
    ...more,
  }
  const map = createLeafletMap(container, options, { cluster: (count) => `${count} markers` }, callbacks)
  const named = () => [...container.querySelectorAll('.map-marker-host')].map((one) => one.getAttribute('aria-label'))
  const element = (name: string) => container.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  return { map, container, named, element, ...callbacks }
}

const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })

test('markers and areas are buttons; a marker that goes away closes its tooltip', () => {
  const { map, named, element, onSelect, onTooltipClosed, container } = open()
  map.draw(scene([marker('a', 45, 5), marker('b', 50, 8)], { shapes: [area] }))
  expect(named()).toEqual(['a', 'b'])
  element('a')?.dispatchEvent(enter())
  element('Area')?.dispatchEvent(enter())
  expect(onSelect.mock.calls.map(([id]) => id)).toEqual(['a', 'polygon a'])
  const content = document.createElement('div')
  content.textContent = 'About a'
  map.openTooltip('a', content, true)
  expect(container.textContent).toContain('About a')
  map.draw(scene([marker('b', 50, 8)]))
  expect(named()).toEqual(['b'])
  expect(onTooltipClosed).toHaveBeenCalledWith('a')
  expect(element('Area')).toBeNull()
  map.close()
})

test('a marker keeps its element while its position and its name change', () => {
  const { map, element } = open()
  map.draw(scene([marker('a', 45, 5), marker('b', 50, 8)]))
  const before = element('a')
  const place = before?.style.cssText
  map.draw(scene([{ ...marker('a', 46, 6), name: 'renamed' }, marker('b', 50, 8)]))
  expect(element('renamed')).toBe(before)
  expect(before?.style.cssText).not.toBe(place)
  map.close()
})

test('close markers are one cluster until it is opened', () => {
  const { map, named, element } = open()
  const markers = [marker('a', 45, 5), marker('b', 45.001, 5), marker('c', -30, 140)]
  map.draw(scene(markers, { clusters: { radius: 80, fromZoom: null, zoomsOnClick: true } }))
  expect(named().sort()).toEqual(['2 markers', 'c'])
  element('2 markers')?.dispatchEvent(enter())
  expect(named().sort()).toEqual(['a', 'b'])
  map.showAll()
  expect(named().sort()).toEqual(['2 markers', 'c'])
  map.close()
})

test('positions on a picture are shares of its size', () => {
  const { map, named, container } = open({ ground: { kind: 'picture', url: 'data:,', width: 600, height: 400 } })
  map.draw(scene([marker('a', 0.5, 0.5), marker('b', 0, 0)]))
  expect(named()).toEqual(['a', 'b'])
  expect(container.querySelectorAll('img.leaflet-image-layer')).toHaveLength(1)
  map.close()
})
