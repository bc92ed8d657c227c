/**
 * Templates in settings of rule nodes: `${key}` is a value of the metadata, `$[a.b]` a value of the data at that path.
 *
 * A placeholder without a value stays as it is, as on the wire. A template without placeholders costs nothing.
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
    // A value of the metadata may bring a placeholder for the data.
    if (!filled.includes('$[')) return filled
    const root = objectOf(data)
    return root === null ? filled : filled.replace(dataPlaceholder, (whole, path) => scalarAt(root, path) ?? whole)
  }
}

/** A text with the value at a dotted path; null where there is no text, number or boolean. */
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
