/**
 * Attributes as stored on the server. Integers and doubles differ only in their JSON text (`3` or `3.0`), which
 * `JSON.parse` loses. The text of every value is therefore stored with it, to be shown, edited and written back.
 */

import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { Client } from '../session/page-client.ts'

export interface StoredAttribute {
  readonly key: string
  /** Parsed value: a number, text, a boolean, or JSON. */
  readonly value: unknown
  /** Value as JSON text, with its original digits. */
  readonly json: string
  /** Epoch ms. */
  readonly lastUpdateTs: number
}

const pathOf = ({ entityType, id }: EntityId) => `/api/plugins/telemetry/${entityType}/${id}`

export async function loadAttributes(
  { rest }: Pick<Client, 'rest'>,
  entity: EntityId,
  scope: AttributeScope,
  signal?: AbortSignal,
): Promise<readonly StoredAttribute[]> {
  const text = await rest.request<string>('GET', `${pathOf(entity)}/values/attributes/${scope}`, {
    answer: 'text',
    ignoreErrors: true,
    ...(signal && { signal }),
  })
  return readAttributes(text)
}

/** `values`: JSON text by key. */
export const saveAttributes = (
  { rest }: Pick<Client, 'rest'>,
  entity: EntityId,
  scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
  values: readonly (readonly [key: string, json: string])[],
  options: { readonly ignoreErrors?: boolean } = {},
): Promise<void> =>
  rest.request<void>('POST', `${pathOf(entity)}/${scope}`, {
    ...options,
    jsonText: `{${values.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join()}}`,
  })

/** Parses the server's list. */
export function readAttributes(text: string): StoredAttribute[] {
  const list = JSON.parse(text, keepDigits) as { key: string; value: unknown; lastUpdateTs: unknown }[]
  return list.map(({ key, value, lastUpdateTs }) => ({
    key,
    value: plain(value),
    json: jsonText(value),
    lastUpdateTs: Number(plain(lastUpdateTs)),
  }))
}

/** Number whose JSON text differs from the text of its value. */
class WrittenNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * JSON.parse reviver that keeps the source text. Browsers without source text access (before 2025) treat whole doubles
 * as integers.
 */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && source !== String(value)
    ? new WrittenNumber(source)
    : value
}

function plain(value: unknown): unknown {
  if (value instanceof WrittenNumber) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]))
}

function jsonText(value: unknown): string {
  if (value instanceof WrittenNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`)
    .join()}}`
}
