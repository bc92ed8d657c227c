/**
 * Templates in settings of rule nodes: `${key}` inserts a metadata value, `$[a.b]` the data value at that path.
 *
 * A placeholder without a value stays unchanged, as in the wire API. A template without placeholders isn't processed.
 */

import type { Message } from '../../messages/message.ts'
import { objectOf } from './message-data.ts'

export type MessageTemplate = (message: Pick<Message, 'metadata' | 'data'>) => string

const metadataPlaceholder = /\$\{([^{}]*)\}/g
const dataPlaceholder = /\$\[([^[\]]*)\]/g

export function messageTemplate(text: string): MessageTemplate {
  const usesMetadata = text.includes('${')
  const usesData = text.includes('$[')
  if (!usesMetadata && !usesData) return () => text
  return ({ metadata, data }) => {
    const filled = usesMetadata ? text.replace(metadataPlaceholder, (whole, key) => own(metadata, key) ?? whole) : text
    // An inserted metadata value can contain a data placeholder.
    if (!filled.includes('$[')) return filled
    const root = objectOf(data)
    return root === null ? filled : filled.replace(dataPlaceholder, (whole, path) => scalarAt(root, path) ?? whole)
  }
}

/** Text of the value at a dotted path; null if it isn't a string, number or boolean. */
function scalarAt(root: object, path: string): string | null {
  let value: unknown = root
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null
    value = own(value as Readonly<Record<string, unknown>>, name)
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const own = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined
