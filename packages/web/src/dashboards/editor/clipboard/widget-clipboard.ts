/** Clipboard for widgets in the browser's storage, with the keys and the JSON of ThingsBoard: it reaches other tabs. */

import {
  readWidgetItem,
  readWidgetReference,
  type WidgetItem,
  type WidgetReference,
} from '@sonde/model/dashboards/editing/widget-item'

const itemKey = 'tbBufferStore.widget_item'
const referenceKey = 'tbBufferStore.widget_reference'

/** False if the browser's storage is full or blocked. */
function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // Blocked, or not written by an editor: as good as empty.
    return null
  }
}

export const storeItem = (item: WidgetItem): boolean => store(itemKey, item)
export const storeReference = (reference: WidgetReference): boolean => store(referenceKey, reference)
export const storedItem = (): WidgetItem | null => readWidgetItem(stored(itemKey))
export const storedReference = (): WidgetReference | null => readWidgetReference(stored(referenceKey))
