import { readWidgetItem } from '@sonde/model/dashboards/editing/widget-item'
import { afterEach, expect, test, vi } from 'vitest'
import { storedItem, storedReference, storeItem, storeReference } from './widget-clipboard.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('widgets and references are stored where ThingsBoard stores them', () => {
  const item = readWidgetItem({ widget: { config: { title: 'Level' } } })
  if (!item) throw new Error('The item is not read.')
  expect(storedItem()).toBe(null)
  expect(storeItem(item)).toBe(true)
  expect(JSON.parse(localStorage.getItem('tbBufferStore.widget_item') ?? '')).toEqual(item)
  expect(storedItem()).toEqual(item)

  const reference = {
    dashboardId: 'd',
    sourceState: 'default',
    sourceLayout: 'main',
    widgetId: 'w',
    originalSize: { sizeX: 8, sizeY: 5 },
    originalColumns: 24,
  }
  expect(storeReference(reference)).toBe(true)
  expect(JSON.parse(localStorage.getItem('tbBufferStore.widget_reference') ?? '')).toEqual(reference)
  expect(storedReference()).toEqual(reference)
})

test('what others stored there counts as empty; a full storage is reported', () => {
  localStorage.setItem('tbBufferStore.widget_item', '{')
  localStorage.setItem('tbBufferStore.widget_reference', '[1]')
  expect([storedItem(), storedReference()]).toEqual([null, null])
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(storeReference({} as Parameters<typeof storeReference>[0])).toBe(false)
})
